// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "trend/trend_run.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A number that a rule can be given.
struct TrendParameter {
    std::string_view name; ///< key of rules files
    double value = 0;      ///< where nothing is said
    double least = 0, most = 0;
    Form<0> meaning;
};

struct TrendRuleInfo {
    std::string_view id;
    Form<0> title;   ///< "NaN or infinity"
    Form<0> meaning; ///< when it holds, one sentence
    /// The parameters; the first is the threshold that previews vary.
    std::vector<TrendParameter> parameters;
    /// Which of several rules that hold for one tensor is named: the lower number.
    int precedence = 0;
    /// Columns of figures without which nothing can be judged: where one is known of no tensor, the rule is
    /// not applied.
    std::vector<std::string_view> figures = {};
};

/// What a rule found on one rank of one row: the first step for which it holds, and how long that lasts. What
/// follows the first step is judged by what was usual before it, so that a fault that stays is not taken for
/// the new usual.
struct TrendFinding {
    std::string_view rule; ///< id
    std::size_t cell = 0;  ///< of the cube
    std::size_t last = 0;  ///< cell of the last step of this row and rank in which it is seen
    std::size_t count = 1; ///< steps in which it is seen, from the first to the last
    double value = 0;      ///< what was measured, in the unit of the threshold; may be NaN or infinite
    double threshold = 0;
    Message sentence;                      ///< what is the matter, without the place
    std::vector<std::uint32_t> ranks = {}; ///< places of ranks, where it is not known which of them it is
    /// In this step the rule holds for the row on all ranks that have it, two at least.
    bool isOnAllRanks = false;
};

/// A rule with its numbers, and where it is applied.
class TrendScope {
public:
    /// `parameters` by name; `when` null: everywhere; `from`: from this step on, by place.
    TrendScope(const TrendRun& data, std::vector<std::pair<std::string_view, double>> parameters,
        std::shared_ptr<const FilterExpression> when, std::uint32_t from = 0)
        : m_data(data)
        , m_parameters(std::move(parameters))
        , m_when(std::move(when))
        , m_from(from)
    {
    }
    [[nodiscard]] const TrendRun& data() const { return m_data; }
    [[nodiscard]] const TrendCube& cube() const { return m_data.cube(); }
    /// The parameter must be one of the rule's.
    [[nodiscard]] double number(std::string_view parameter) const;
    [[nodiscard]] bool selects(std::size_t cell) const
    {
        if (cube().cells()[cell].step < m_from)
            return false;
        return !m_when || m_when->matches(m_data.table(), cube().cells()[cell].tensor);
    }

private:
    const TrendRun& m_data;
    std::vector<std::pair<std::string_view, double>> m_parameters;
    std::shared_ptr<const FilterExpression> m_when;
    std::uint32_t m_from;
};

/// Why a rule with the parameter `before` (steps) cannot be applied; empty: the run has more steps than that.
[[nodiscard]] Message missingSteps(const TrendScope& scope);

/// One way in which a run can be wrong without a golden. A file `foo_trend_rule.cpp` in core/trend/rules
/// defines `void register_foo_trend_rule(TrendRules&)`; CMake lists and calls them. Stateless; thread-safe.
class TrendRule {
public:
    virtual ~TrendRule() = default;
    [[nodiscard]] virtual const TrendRuleInfo& info() const = 0;
    /// Why the rule cannot be applied here at all; empty: it can.
    [[nodiscard]] virtual Message unable(const TrendScope&) const { return {}; }
    /// At most one finding of each row and rank, in the cube's order. Nothing but earlier steps of a row, and
    /// other ranks of the same step, is looked at, so that what is found does not change as a run goes on.
    /// Errors: Code::Cancelled.
    [[nodiscard]] virtual Result<std::vector<TrendFinding>> find(
        const TrendScope& scope, TaskContext& task) const = 0;
};

class TrendRules {
public:
    void add(std::unique_ptr<const TrendRule> rule) { m_rules.push_back(std::move(rule)); }
    /// By precedence.
    [[nodiscard]] std::vector<const TrendRule*> sorted() const;
    [[nodiscard]] const TrendRule* byId(std::string_view id) const; ///< null: none

private:
    std::vector<std::unique_ptr<const TrendRule>> m_rules;
};

/// Generated: calls every register_*_trend_rule function.
void registerTrendRules(TrendRules& registry);
[[nodiscard]] std::shared_ptr<const TrendRules> builtinTrendRules();

} // namespace dumpscope::core
