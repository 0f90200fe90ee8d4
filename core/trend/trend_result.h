// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/absences.h"
#include "trend/trend_rule_set.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// What the rules of a set find in a run.
struct TrendResult {
    /// A rule that could not be applied, and why.
    struct Unable {
        std::string_view rule;
        Message reason;
    };
    std::vector<TrendFinding> findings; ///< in the order in which they happened
    std::vector<Unable> unable;
    std::vector<TrendAbsence> absences; ///< what ranks lack that others have
    std::size_t applied = 0;            ///< rules that were
    std::size_t cells = 0;              ///< tensors looked at
    std::size_t leftOut = 0;            ///< tensors that were not, as others have their place in the run
    std::size_t unmeasured = 0;         ///< of which no figure is known
    std::size_t byChecksums = 0;        ///< of these: compared with those of replicas by their checksums
    /// Findings of other tensors in the step of the first, where the order of execution is not known: each
    /// may be before it.
    std::size_t rivals = 0;
    std::size_t calls = 0; ///< between ranks, that order the first step with findings

    /// The first anomaly: nothing before it explains it. Null: no rule holds.
    [[nodiscard]] const TrendFinding* first() const { return findings.empty() ? nullptr : &findings.front(); }
    std::size_t undated = 0; ///< weights of files that hold the same ones and say no step
    /// Whether tensors or steps are missing in what was judged: that no rule holds says little then.
    [[nodiscard]] bool isPartial() const { return leftOut + undated > 0 || !absences.empty(); }
    /// Whether anything was judged: a rule was applied to a tensor of which a figure is known.
    [[nodiscard]] bool isJudged() const { return applied > 0 && unmeasured < cells; }
};

/// Applies the rules. What holds first in the first step that has a finding stands first, by the order of
/// execution and the calls between ranks; then by step and execution order. Errors: Code::Usage for filters
/// that do not parse, with their place in the file of rules; Code::Cancelled.
[[nodiscard]] Result<TrendResult> applyTrendRules(
    const TrendRun& data, const TrendRuleSet& rules, TaskContext& task);

/// "step 12, rank 1: layers.0.mlp output 0 holds 3 NaN".
[[nodiscard]] Message findingText(const TrendRun& data, const TrendFinding& finding);
/// The same without what is the matter.
[[nodiscard]] Message findingPlace(const TrendRun& data, const TrendFinding& finding);
/// How long a finding lasts: "Seen in 9 steps, last in step 13." Says whether that is the last step of the
/// tensor.
[[nodiscard]] Message lastingText(const TrendRun& data, const TrendFinding& finding);
/// How many tensors are in no figure and under no rule, as their place was taken; empty: none.
[[nodiscard]] Message repeatedText(const TrendRun& data);
/// That files hold the same weights and say no step; empty: none do.
[[nodiscard]] Message undatedText(const TrendResult& result);
/// For the top: the first anomaly, how long it lasts and how much follows, or that there is none and what was
/// looked at; what ranks lack, and what was left out.
[[nodiscard]] Message trendSentence(const TrendRun& data, const TrendResult& result);

} // namespace dumpscope::core
