// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "metrics/pair_fold.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// State of a pair or of one metric of it; words of docs/contract.md 4 `states`.
enum class PairState : std::uint8_t {
    Ok,
    NonFinite, ///< NaN or infinity where the other side has something else
    ShapeMismatch,
    CountMismatch,
    DTypeMismatch,
    Empty,
    UnmatchedTarget, ///< a target without golden
    UnmatchedGolden, ///< a golden without target
    Unreadable,
    Unsupported,
    NotComputed, ///< the guard of the metric applies, or its input is missing
};
[[nodiscard]] std::string_view pairStateWord(PairState state);

/// One number of a pair with its state and the text the profile prints ("1.0", "nan", "NaN", "unsupported"
/// are different results).
struct MetricValue {
    std::optional<double> value; ///< may be NaN or infinite where a profile computes that
    PairState state = PairState::NotComputed;
    std::string text;
};

enum class Better : std::uint8_t { Higher, Lower, Neither };

/// The column header of a metric in the result files of an official tool.
struct OfficialTitle {
    std::string_view profile; ///< profile id; it also names the set the metric belongs to
    std::string_view header;
    int column; ///< order within the official columns
};

/// Description of a metric for users. All texts are literals.
struct MetricInfo {
    std::string_view id; ///< docs/contract.md 5
    Message title;       ///< for people, e.g. "Cosine similarity"
    Message formula;     ///< of profile dumpscope; x = target, y = golden, d = x - y
    Message guard;       ///< when it has no number, or a special one
    Better better = Better::Neither;
    int order = 0;        ///< position in `all` and in listings: that of docs/contract.md 5
    bool isQuick = false; ///< member of the set `quick`
    std::vector<OfficialTitle> official = {};

    [[nodiscard]] const OfficialTitle* officialTitle(std::string_view profile) const;
};

/// A figure of two tensors by the definitions of profile `dumpscope`: a function of the fold. Definitions of
/// official tools are in their profiles. Immutable, thread-safe.
class Metric {
public:
    virtual ~Metric() = default;
    [[nodiscard]] virtual const MetricInfo& info() const = 0;
    /// The accumulators `evaluate` reads; nothing else is computed for it.
    [[nodiscard]] virtual FoldGroups needs() const = 0;
    [[nodiscard]] virtual MetricValue evaluate(const PairFold& fold) const = 0;
};

/// A metric whose whole definition is one function of the fold.
class FormulaMetric final : public Metric {
public:
    using Formula = MetricValue (*)(const PairFold& fold);
    FormulaMetric(MetricInfo info, FoldGroups needs, Formula formula);

    [[nodiscard]] const MetricInfo& info() const override { return m_info; }
    [[nodiscard]] FoldGroups needs() const override { return m_needs; }
    [[nodiscard]] MetricValue evaluate(const PairFold& fold) const override { return m_formula(fold); }

private:
    MetricInfo m_info;
    FoldGroups m_needs;
    Formula m_formula;
};

/// A number with its shortest text. The state is that of the pair's elements: NonFinite when NaN or
/// infinities of the two sides disagree, else Ok.
[[nodiscard]] MetricValue foldValue(const PairFold& fold, double value);
/// `value` of relative errors, unless all that differs are elements that are zero in golden only: they have
/// no relative error, and those that are left do not differ.
[[nodiscard]] MetricValue relativeValue(const PairFold& fold, double value);
/// A number that exists for all elements (counts): the state is Ok.
[[nodiscard]] MetricValue plainValue(double value);
/// No number.
[[nodiscard]] MetricValue noValue(PairState state = PairState::NotComputed);
/// Why metrics over compared elements have no number: NonFinite where there are only NaN and
/// infinities, Empty without elements; nullopt when there is something to compare.
[[nodiscard]] std::optional<MetricValue> nothingToCompare(const PairFold& fold);

} // namespace dumpscope::core
