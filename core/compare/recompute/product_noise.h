// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// Relative error of the matrix units of the target (TF32, autocast), measured on products that are not
/// suspect: the median of a few that are recomputed. Where all are suspect, of these if they are off alike.
/// Measured once, on demand. The arguments must outlive it. Not thread-safe.
class ProductNoise {
public:
    ProductNoise(const PairTable& pairs, const Suspicion& suspicion)
        : m_pairs(pairs)
        , m_suspicion(suspicion)
    {
    }
    /// Nothing where too few can be computed again. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::optional<double>> measured(TaskContext& task);
    /// At most the noise of the run, which is the value where nothing can be measured. Errors:
    /// Code::Cancelled.
    [[nodiscard]] Result<double> value(TaskContext& task);

private:
    [[nodiscard]] std::vector<std::size_t> products(bool areSuspectsLeftOut) const;
    [[nodiscard]] Result<std::vector<double>> errors(bool areSuspectsLeftOut, TaskContext& task) const;

    const PairTable& m_pairs;
    const Suspicion& m_suspicion;
    bool m_isMeasured = false;
    std::optional<double> m_measured;
};

} // namespace dumpscope::core
