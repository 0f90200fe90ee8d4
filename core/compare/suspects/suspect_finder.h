// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"
#include "compare/suspects/traced_operator.h"

namespace dumpscope::core {

/// Separates errors that operators inherit or round from those they make (docs/culprit.md). Takes rows of one
/// table in its order; `suspicion` covers the rows so far. The table must outlive it. Not thread-safe.
class SuspectFinder {
public:
    explicit SuspectFinder(const PairTable& pairs)
        : m_trace(pairs)
    {
    }
    void add(std::size_t row) { m_trace.add(row); }
    /// `products` as in noiseOf.
    [[nodiscard]] Suspicion suspicion(std::optional<double> products = {});

private:
    OperatorTrace m_trace;
};

} // namespace dumpscope::core
