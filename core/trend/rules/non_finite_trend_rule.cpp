// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/series_scan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// What is known of the values of a tensor that are no numbers.
class NonFiniteLook {
public:
    static Result<NonFiniteLook> make(const TrendScope& scope, TaskContext& task)
    {
        NonFiniteLook look;
        constexpr std::array<std::string_view, kColumns> kNames {
            "nan_count", "pos_inf_count", "neg_inf_count", "min", "max", "l2norm", "mean"};
        for (std::size_t i = 0; i < kColumns; ++i) {
            TRY_ASSIGN(look.m_columns[i], scope.data().figures().column(kNames[i], task));
        }
        return look;
    }
    [[nodiscard]] bool hasNan(std::size_t cell) const
    {
        if (const auto count = nanCount(cell))
            return *count != 0;
        for (const Column column : {Min, Max})
            if (const auto value = at(column, cell); value && std::isnan(*value))
                return true;
        const auto norm = at(Norm, cell), mean = at(Mean, cell);
        // The mean of both infinities is NaN, too.
        return (norm && std::isnan(*norm))
            || (mean && std::isnan(*mean) && !hasPositiveInf(cell) && !hasNegativeInf(cell));
    }
    [[nodiscard]] bool hasPositiveInf(std::size_t cell) const
    {
        if (const auto count = at(PosInf, cell); count && *count > 0)
            return true;
        const auto highest = at(Max, cell), lowest = at(Min, cell);
        return isInf(highest, false) || isInf(lowest, false);
    }
    [[nodiscard]] bool hasNegativeInf(std::size_t cell) const
    {
        if (const auto count = at(NegInf, cell); count && *count > 0)
            return true;
        return isInf(at(Max, cell), true) || isInf(at(Min, cell), true);
    }
    /// An infinite norm whose sign nothing tells, of a tensor without recorded extremes.
    [[nodiscard]] bool hasUnsignedInf(std::size_t cell) const
    {
        const auto norm = at(Norm, cell);
        return norm && std::isinf(*norm) && !at(Max, cell) && !at(Min, cell);
    }
    /// Whether anything was recorded of the size of the values.
    [[nodiscard]] bool hasNumbers(std::size_t cell) const
    {
        constexpr std::array kSizes {Min, Max, Norm, Mean};
        return std::ranges::any_of(kSizes, [&](Column column) { return at(column, cell).has_value(); });
    }
    [[nodiscard]] std::optional<double> nanCount(std::size_t cell) const { return at(Nan, cell); }
    [[nodiscard]] std::optional<double> infCount(std::size_t cell) const
    {
        const auto positive = at(PosInf, cell), negative = at(NegInf, cell);
        return positive && negative ? std::optional(*positive + *negative) : std::nullopt;
    }

private:
    enum Column : std::uint8_t { Nan, PosInf, NegInf, Min, Max, Norm, Mean };
    static constexpr std::size_t kColumns = 7;
    [[nodiscard]] std::optional<double> at(Column column, std::size_t cell) const
    {
        return m_columns[column]->at(cell);
    }
    static bool isInf(const std::optional<double>& value, bool isNegative)
    {
        return value && std::isinf(*value) && std::signbit(*value) == isNegative;
    }
    std::array<std::shared_ptr<const TrendColumn>, kColumns> m_columns;
};

/// NaN, and infinities that were not there from the start as those of a mask are.
class NonFiniteTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"non-finite", Form<0>("NaN or infinity"),
            Form<0>(
                "A tensor holds NaN, or an infinity that is not the -Inf of a mask: one that was there in "
                "the first step already"),
            {{"least", 1, 1, 1e18, Form<0>("elements that are NaN or infinite, where they were counted")}},
            0};
        return kInfo;
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const NonFiniteLook look, NonFiniteLook::make(scope, task));
        const double least = scope.number("least");
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                const bool isMask = look.hasNegativeInf(cells.front()) && !look.hasPositiveInf(cells.front())
                    && !look.hasNan(cells.front());
                bool hadNumbers = false;
                for (const std::size_t cell : cells) {
                    if (look.hasNumbers(cell))
                        hadNumbers = true;
                    else if (hadNumbers && !look.nanCount(cell))
                        judgeSilence(cell, scope, finding);
                    judge(look, cell, isMask, least, scope, finding);
                }
            });
    }

private:
    /// Of a tensor that had numbers in an earlier step, and of which NaN are not counted.
    static void judgeSilence(std::size_t cell, const TrendScope& scope, SeriesFinding& finding)
    {
        const DumpIndex& index = scope.data().index();
        const TensorRow& row = index.tensor(TensorId(scope.cube().cells()[cell].tensor));
        if (row.statisticRow == TensorRow::kNone || !index.statisticTables()[row.statisticTable]->mayHideNan
            || !scope.selects(cell))
            return;
        finding.hold(cell, 1, 1, [] {
            return phrase("has no numbers, but had some before: it is NaN, or was not computed; its file "
                          "has the same word for both");
        });
    }

    static void judge(const NonFiniteLook& look, std::size_t cell, bool isMask, double least,
        const TrendScope& scope, SeriesFinding& finding)
    {
        const bool hasNan = look.hasNan(cell);
        const bool hasInf = look.hasPositiveInf(cell) || look.hasUnsignedInf(cell)
            || (look.hasNegativeInf(cell) && !isMask);
        if ((!hasNan && !hasInf) || !scope.selects(cell))
            return;
        const auto count = hasNan ? look.nanCount(cell) : look.infCount(cell);
        if (count.value_or(least) < least)
            return;
        finding.hold(cell, count.value_or(1), least, [&]() -> Message {
            if (hasNan)
                return count ? phrase("holds %1 NaN", numberText(*count)) : phrase("holds NaN");
            return count ? phrase("holds %1 infinities", numberText(*count)) : phrase("holds infinities");
        });
    }
};

} // namespace

void register_non_finite_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<NonFiniteTrendRule>());
}

} // namespace dumpscope::core
