// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Which limit decides about one cell of the results, for tints, tooltips and explanations: the first rule of
/// the metric that selects the row. Immutable; thread-safe.
class RowLimits {
public:
    RowLimits() = default;
    /// Rules that cannot be compiled for the table are passed over: the comparison itself reports them.
    RowLimits(const core::Limits& limits, const core::FilterTable& table);

    /// Null: no limit. `metric` is a column of the table.
    [[nodiscard]] const core::LimitRule* ruleOf(
        const core::FilterTable& table, std::size_t row, int metric) const;
    /// Rules about a metric in the order of decision, whatever rows they are for.
    [[nodiscard]] std::vector<const core::LimitRule*> rulesOf(int metric) const;
    /// How far a value misses the limit: 0 just so, 1 by four orders of magnitude or more; nullopt where
    /// it holds.
    [[nodiscard]] static std::optional<double> missedBy(const core::LimitRule& rule, double value);

private:
    struct Rule {
        core::LimitRule rule;
        core::FilterExpression when;
        int column = -1;
    };
    std::vector<Rule> m_rules;
};

} // namespace dumpscope::gui
