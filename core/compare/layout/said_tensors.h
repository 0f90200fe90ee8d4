// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/pairing/pairing.h"

#include <map>
#include <set>

namespace dumpscope::core {

/// Whether the user says that the two are partners.
[[nodiscard]] bool isGivenByUser(const TensorPair& pair, const PairingOptions& options);

/// What the user says of tensors, that they have a partner or none, which no search changes.
class SaidTensors {
public:
    SaidTensors(const Pairing& pairing, const PairingOptions& options);

    /// Whether the user says something else of golden's tensor or of a part.
    [[nodiscard]] bool denies(TensorId golden, const Assembly& assembly) const;
    /// Puts what is said of tensors without a partner in the place of what a search says of them.
    void keepIn(Pairing& pairing) const;

private:
    std::set<TensorId> m_goldens; ///< with a partner
    std::map<TensorId, UnpairedTensor> m_targetsAlone, m_goldensAlone;
};

} // namespace dumpscope::core
