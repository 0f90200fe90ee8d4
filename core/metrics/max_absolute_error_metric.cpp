// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_max_absolute_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"max_absolute_error", phrase("Largest absolute error"), phrase("max |d|"),
            phrase("no number without compared elements"), Better::Lower, 1, true,
            {{"msaccucmp", "MaxAbsoluteError", 1}, {"msprobe", "MaxAbsErr", 2}}},
        FoldGroup::Errors, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            return foldValue(fold, fold.maxAbsolute.value);
        }));
}

} // namespace dumpscope::core
