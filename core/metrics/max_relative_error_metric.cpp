// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_max_relative_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"max_relative_error", phrase("Largest relative error"), phrase("max |d|/|y| over y ≠ 0"),
            phrase(
                "elements with y = 0 are left out, counted as golden_zeros and lost_relative; no number if "
                "all of d is there"),
            Better::Lower, 8, true, {{"msaccucmp", "MaxRelativeError", 8}, {"msprobe", "MaxRelativeErr", 3}}},
        FoldGroup::Relative, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            return relativeValue(fold, fold.maxRelative.value);
        }));
}

} // namespace dumpscope::core
