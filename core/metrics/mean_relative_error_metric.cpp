// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_mean_relative_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"mean_relative_error", phrase("Mean relative error"),
            phrase("Σ |d|/|y| / n over y ≠ 0 and elements with x = y = 0"),
            phrase("elements with y = 0 and x ≠ 0 are left out of sum and n; no number if all "
                   "of d is there"),
            Better::Lower, 9, false, {{"msaccucmp", "MeanRelativeError", 9}}},
        FoldGroup::Relative, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            return relativeValue(
                fold, fold.relativeSum.value() / static_cast<double>(fold.compared - fold.lostRelative));
        }));
}

} // namespace dumpscope::core
