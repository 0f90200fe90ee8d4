// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect_text.h"
#include "compare/suspects/traced_operator.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

/// Goes through operators in the order of execution, ranks in parallel lines, and judges each by what came
/// before (docs/culprit.md). The operators must outlive it. Not thread-safe.
class SuspectWalk {
public:
    explicit SuspectWalk(const TracedOperators& operators, std::optional<double> products = {});
    ~SuspectWalk();
    SuspectWalk(const SuspectWalk&) = delete;
    SuspectWalk& operator=(const SuspectWalk&) = delete;

    /// The strongest evidence against the next operator.
    [[nodiscard]] Evidence judge(const TracedOperator& op);
    /// Moves the results into `suspicion`: noise, outputs, known effects.
    void finish(Suspicion& suspicion);

private:
    class Walk;
    std::unique_ptr<Walk> m_walk;
};

} // namespace dumpscope::core
