// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/non_finite_look.h"
#include "trend/series_scan.h"

namespace dumpscope::core {

namespace {

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
        TRY_ASSIGN(const NonFiniteLook look, NonFiniteLook::make(scope.data().figures(), task));
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
