// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "query/filter_expression.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Words of docs/contract.md 4 `verdict`, from good to bad; a pair without numbers is `not-comparable`.
enum class Verdict : std::uint8_t { Pass, Warn, Fail, NotComparable };
inline constexpr std::array<std::string_view, 4> kVerdictWords {"pass", "warn", "fail", "not-comparable"};
[[nodiscard]] std::string_view verdictWord(Verdict verdict);

/// "The metric must be `op value`, else `verdict`", for the pairs `when` selects (a filter
/// expression over the pair table, empty = all).
struct LimitRule {
    enum class Op : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
    std::string metric;
    Op op = Op::GreaterEqual;
    double value = 0;
    Verdict verdict = Verdict::Fail; ///< Warn or Fail
    std::string when;

    [[nodiscard]] bool holds(double metricValue) const; ///< NaN: true only for `!=`
    [[nodiscard]] std::string condition() const;        ///< "cosine_similarity >= 0.99"
    [[nodiscard]] std::string text() const;             ///< followed by " for <when>"
};

/// The pairs that a rule holds for, as far as they are the row's: of a choice of single words the one that
/// holds for the row, an element type without its column ("float32"); else the whole condition, without what
/// it says of the metric itself. Empty: all pairs.
[[nodiscard]] std::string limitedPairs(const LimitRule& rule, const FilterTable& table, std::size_t row);

/// What a row is held to: "<= 2^-12 (float32)".
[[nodiscard]] Message boundText(const LimitRule& rule, const FilterTable& table, std::size_t row);

/// "max_diff = 3 breaks the limit <= 1".
[[nodiscard]] Message brokenText(
    const LimitRule& rule, double value, const FilterTable& table, std::size_t row);

/// An ordered list of rules: for every metric the first rule that selects the pair decides
/// (docs/contract.md 4 `--limits`).
struct Limits {
    std::string name; ///< preset or file, for reports
    std::vector<LimitRule> rules;

    /// Ids of the metrics with rules, each once.
    [[nodiscard]] std::vector<std::string> metrics() const;
};

/// `'cosine_similarity>=0.99[@EXPR]'` of `--limit`. Errors: Code::Usage with the column.
[[nodiscard]] Result<LimitRule> parseLimit(std::string_view text);
/// `{"version":1,"rules":[{"metric","op","value","verdict","when"}]}`. Errors: Code::BadSyntax with row and
/// column.
[[nodiscard]] Result<Limits> parseLimits(std::string_view json, std::string name);
/// The same document, indented; without the name.
[[nodiscard]] std::string limitsJson(const Limits& limits);

/// Built-in rule sets, the JSON that a user could write (docs/metrics.md explains each).
struct LimitPreset {
    std::string_view name;
    Form<0> title; ///< where the rules come from
    std::string_view json;
};
[[nodiscard]] std::span<const LimitPreset> limitPresets();
/// A preset by name. Errors: Code::Usage, which lists the names.
[[nodiscard]] Result<Limits> presetLimits(std::string_view name);

/// What `--limits` names: a preset, else a file. Errors: a file that cannot be read; Code::Usage for its
/// content.
[[nodiscard]] Result<Limits> findLimits(const std::string& presetOrFile);

/// Limits whose conditions are compiled against a table. Immutable; thread-safe.
class CompiledLimits {
public:
    struct Outcome {
        Verdict verdict = Verdict::Pass;
        Message reason; ///< the worst limit that was missed, with the number
    };

    /// `metricOf` gives the column of a metric id in `table`, or -1 if it is not measured.
    [[nodiscard]] static Result<CompiledLimits> compile(const Limits& limits, const FilterTable& table);

    /// A key that is equal for equal limits.
    [[nodiscard]] const std::shared_ptr<const std::string>& text() const { return m_text; }
    /// Whether a condition depends on more than the pair and its numbers: on the position of the row, or on
    /// its earlier verdict.
    [[nodiscard]] bool looksAtPlace() const { return m_looksAtPlace; }
    /// Whether a condition depends on how the pair was found.
    [[nodiscard]] bool looksAtPairing() const { return m_looksAtPairing; }

    /// A metric that misses the limit that applies to it.
    struct Missed {
        LimitRule rule;
        double value = 0;
    };
    /// In the order of the rules; empty where the row meets them all.
    [[nodiscard]] std::vector<Missed> missed(const FilterTable& table, std::size_t row) const;

    /// Applies the rules to a row. A metric without a number is skipped; `judged` is set to whether
    /// any rule found a number.
    [[nodiscard]] Outcome judge(const FilterTable& table, std::size_t row, bool& judged) const;

    /// The limit that applies to a metric, whether or not there is a number; null where none does. Owned by
    /// this.
    [[nodiscard]] const LimitRule* limitOf(
        std::string_view metric, const FilterTable& table, std::size_t row) const;

private:
    struct Rule {
        LimitRule rule;
        int column = -1;
        std::size_t condition = 0; ///< in m_conditions
        std::size_t metric = 0;    ///< number of the metric among those with rules
    };
    std::vector<Rule> m_rules;
    std::vector<FilterExpression> m_conditions; ///< each once, many rules share one
    std::vector<std::string> m_names;           ///< of the metrics with rules
    std::size_t m_metrics = 0;
    std::shared_ptr<const std::string> m_text;
    Message m_allKept; ///< said of a row that keeps the limits of all metrics; most do
    bool m_looksAtPlace = false, m_looksAtPairing = false;
};

} // namespace dumpscope::core
