// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_rule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// One rule of a set, with the numbers that are not as usual.
struct TrendRuleSetting {
    std::string rule; ///< id
    std::vector<std::pair<std::string, double>> parameters = {};
    std::string when = {}; ///< filter expression over tensors; empty: all
    struct At {
        std::uint64_t row = 0, column = 0; ///< from 1
    };
    std::optional<At> whenAt = {}; ///< where "when" stands in the file, for errors

    /// The same rule with the same numbers, wherever it stands.
    bool operator==(const TrendRuleSetting& other) const
    {
        return rule == other.rule && parameters == other.parameters && when == other.when;
    }
};

/// Which rules are looked for (docs/trends.md).
struct TrendRuleSet {
    std::string name; ///< preset or file
    std::vector<TrendRuleSetting> rules;
};

/// The numbers of a rule by name: those of the setting, else as usual.
[[nodiscard]] std::vector<std::pair<std::string_view, double>> parametersOf(
    const TrendRule& rule, const TrendRuleSetting& setting);

inline constexpr std::string_view kUsualTrendRules = "usual";

/// All rules with their usual numbers: needs no configuration.
[[nodiscard]] TrendRuleSet usualTrendRules();
/// `{"version":1,"base":"usual","rules":[{"rule","when","off",…parameters}]}`. Errors: Code::BadSyntax with
/// row and column, also where no rule is left.
[[nodiscard]] Result<TrendRuleSet> parseTrendRules(std::string_view json, std::string name);
/// The same document, indented; without the name.
[[nodiscard]] std::string trendRulesJson(const TrendRuleSet& rules);
/// What `--rules` names: the preset, else a file. Errors: a file that cannot be read; Code::Usage for its
/// content.
[[nodiscard]] Result<TrendRuleSet> findTrendRules(const std::string& presetOrFile);

} // namespace dumpscope::core
