// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_mean_absolute_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"mean_absolute_error", phrase("Mean absolute error"), phrase("Σ|d| / n"),
            phrase("n = compared elements; no number without"), Better::Lower, 6, false,
            {{"msaccucmp", "MeanAbsoluteError", 6}}},
        FoldGroup::Errors, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            const double mean = fold.sums.absolute.value() / static_cast<double>(fold.compared);
            return foldValue(fold, fold.sums.linear({mean, 0}));
        }));
}

} // namespace dumpscope::core
