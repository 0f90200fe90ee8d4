// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

namespace {

MetricValue shareOf(const PairFold& fold, std::uint64_t good)
{
    if (auto none = nothingToCompare(fold))
        return *none;
    return plainValue(
        static_cast<double>(good) / static_cast<double>(fold.count - fold.agreeing - fold.masked));
}

} // namespace

void register_relative_error_ratio_metric(MetricRegistry& registry)
{
    constexpr Form<0> guard
        = "x = y = 0 counts as good, y = 0 with x ≠ 0 and NaN or infinity on one side as bad";
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"one_thousandth_err_ratio", phrase("Share within one thousandth"),
            phrase("share of |d|/|y| < 0.001"), guard, Better::Higher, 11, false,
            {{"msprobe", "One Thousandth Err Ratio", 4}}},
        FoldGroup::Relative, [](const PairFold& fold) { return shareOf(fold, fold.withinThousandth); }));
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"five_thousandths_err_ratio", phrase("Share within five thousandths"),
            phrase("share of |d|/|y| < 0.005"), guard, Better::Higher, 12, false,
            {{"msprobe", "Five Thousandths Err Ratio", 5}}},
        FoldGroup::Relative, [](const PairFold& fold) { return shareOf(fold, fold.withinFiveThousandths); }));
}

} // namespace dumpscope::core
