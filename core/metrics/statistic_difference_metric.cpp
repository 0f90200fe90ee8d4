// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

using Field = std::optional<double> Statistics::*;
using Exact = std::optional<WideInteger> Statistics::*;

/// Of a figure that is a whole number; float64 rounds 64-bit integers.
std::optional<WideInteger> wholeNumber(const Statistics& of, Field field, Exact exact)
{
    constexpr double kLargest = 0x1p126;
    if (of.*exact)
        return of.*exact;
    const std::optional<double>& value = of.*field;
    return value && std::trunc(*value) == *value && std::fabs(*value) < kLargest
        ? std::optional(static_cast<WideInteger>(*value))
        : std::nullopt;
}

/// Where a side is rounded; nothing: the figures are exact, or one is no whole number.
std::optional<double> exactDifference(const PairFold& fold, Field field)
{
    const Exact exact = field == &Statistics::max ? &Statistics::exactMax
        : field == &Statistics::min               ? &Statistics::exactMin
                                                  : nullptr;
    if (exact == nullptr || (!((*fold.target).*exact) && !((*fold.golden).*exact)))
        return std::nullopt;
    const auto x = wholeNumber(*fold.target, field, exact), y = wholeNumber(*fold.golden, field, exact);
    return x && y ? std::optional(static_cast<double>(*x - *y)) : std::nullopt;
}

MetricValue difference(const PairFold& fold, Field field)
{
    const std::optional<double>& x = (*fold.target).*field;
    const std::optional<double>& y = (*fold.golden).*field;
    // Sums of finite elements may overflow, and say nothing then.
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y))
        return noValue(fold.count == 0 ? PairState::Empty : PairState::NonFinite);
    return foldValue(fold, exactDifference(fold, field).value_or(*x - *y));
}

MetricValue relative(const PairFold& fold, Field field)
{
    MetricValue value = difference(fold, field);
    if (!value.value || *value.value == 0)
        return value;
    return foldValue(fold, std::fabs(*value.value) / std::fabs(*((*fold.golden).*field)));
}

template<Field field> MetricValue differenceOf(const PairFold& fold)
{
    return difference(fold, field);
}
template<Field field> MetricValue relativeOf(const PairFold& fold)
{
    return relative(fold, field);
}

struct Pair {
    std::string_view id;
    Form<0> title;
    std::string_view relativeId;
    Form<0> relativeTitle, formula, relativeFormula;
    FormulaMetric::Formula difference, relative;
};
constexpr std::array kPairs {
    Pair {"max_diff", Form<0>("Difference of the maxima"), "max_diff_relative",
        Form<0>("Relative difference of the maxima"), Form<0>("max x - max y"),
        Form<0>("|max x - max y| / |max y|"), differenceOf<&Statistics::max>, relativeOf<&Statistics::max>},
    Pair {"min_diff", Form<0>("Difference of the minima"), "min_diff_relative",
        Form<0>("Relative difference of the minima"), Form<0>("min x - min y"),
        Form<0>("|min x - min y| / |min y|"), differenceOf<&Statistics::min>, relativeOf<&Statistics::min>},
    Pair {"mean_diff", Form<0>("Difference of the means"), "mean_diff_relative",
        Form<0>("Relative difference of the means"), Form<0>("mean x - mean y"),
        Form<0>("|mean x - mean y| / |mean y|"), differenceOf<&Statistics::mean>,
        relativeOf<&Statistics::mean>},
    Pair {"l2norm_diff", Form<0>("Difference of the L2 norms"), "l2norm_diff_relative",
        Form<0>("Relative difference of the L2 norms"), Form<0>("√Σx² - √Σy²"),
        Form<0>("|√Σx² - √Σy²| / √Σy²"), differenceOf<&Statistics::l2norm>, relativeOf<&Statistics::l2norm>},
};

} // namespace

void register_statistic_difference_metric(MetricRegistry& registry)
{
    constexpr Form<0> guard
        = "over the finite elements of each side; no number if a side has none, or overflows";
    constexpr Form<0> relativeGuard
        = "0 if both are equal, infinity if only that of golden is zero; a fraction (0.5 = 50 %)";
    int order = 19;
    for (const Pair& pair : kPairs) {
        registry.add(std::make_shared<FormulaMetric>(
            MetricInfo {pair.id, pair.title, pair.formula, guard, Better::Neither, order++, false},
            FoldGroup::Statistics, pair.difference));
        registry.add(std::make_shared<FormulaMetric>(
            MetricInfo {pair.relativeId, pair.relativeTitle, pair.relativeFormula, relativeGuard,
                Better::Lower, order++, false},
            FoldGroup::Statistics, pair.relative));
    }
}

} // namespace dumpscope::core
