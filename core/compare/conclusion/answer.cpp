// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/answer.h"

#include <algorithm>

namespace dumpscope::core {

Answer answerOf(const Comparison& comparison, std::span<const std::string> failOn)
{
    const auto failsOn
        = [&](std::string_view what) { return std::ranges::find(failOn, what) != failOn.end(); };
    const ComparisonSummary& summary = comparison.summary;
    const Conclusion& conclusion = comparison.conclusion;
    const bool hasWarnings
        = summary.warn > 0 || (conclusion.kind == ConclusionKind::Warnings && !conclusion.isDamageAlone);
    if (summary.fail > 0 || conclusion.isFault || (failsOn("not-comparable") && summary.notComparable > 0)
        || (failsOn("warn") && hasWarnings) || (failsOn("suspect") && !comparison.suspicion.suspects.empty())
        || (failsOn("unpaired") && summary.unpairedTarget + summary.unpairedGolden > 0))
        return Answer::Differ;
    if (conclusion.coverage.pairs == 0)
        return Answer::NothingCompared;
    return conclusion.coverage.shareOfModel() < comparison.leastShare
            || conclusion.kind == ConclusionKind::TooLittleCompared
        ? Answer::TooLittle
        : Answer::Agree;
}

} // namespace dumpscope::core
