// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"
#include "reproduce/reproducer.h"

#include <optional>
#include <utility>

namespace dumpscope::core {

/// What to run of a pair, or of a suspect: the tensor of the target, and golden's where there is one.
using ReproducedPair = std::pair<ReproducedTensor, std::optional<ReproducedTensor>>;

[[nodiscard]] ReproducedPair reproducedPair(const PairTable& pairs, std::size_t row);
/// The output that was recomputed, else the first that shows the suspect; what only the target has made comes
/// without golden. Nothing where no tensor of the target shows it.
[[nodiscard]] std::optional<ReproducedPair> reproducedSuspect(const PairTable& pairs, const Suspect& suspect);

} // namespace dumpscope::core
