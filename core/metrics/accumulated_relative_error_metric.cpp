// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_accumulated_relative_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"accumulated_relative_error", phrase("Sum of relative errors"),
            phrase("Σ |d|/|y| over y ≠ 0"),
            phrase(
                "elements with y = 0 are left out, counted as golden_zeros and lost_relative; no number if "
                "all of d is there"),
            Better::Lower, 2, false, {{"msaccucmp", "AccumulatedRelativeError", 2}}},
        FoldGroup::Relative, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            return relativeValue(fold, fold.relativeSum.value());
        }));
}

} // namespace dumpscope::core
