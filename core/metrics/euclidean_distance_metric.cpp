// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_euclidean_distance_metric(MetricRegistry& registry)
{
    registry.add(
        std::make_shared<FormulaMetric>(MetricInfo {"euclidean_distance", phrase("Euclidean distance"),
                                            phrase("√Σd²"), phrase("no number without compared elements"),
                                            Better::Lower, 10, false, {{"msprobe", "EucDist", 1}}},
            FoldGroup::Errors, [](const PairFold& fold) -> MetricValue {
                if (auto none = nothingToCompare(fold))
                    return *none;
                return foldValue(fold, fold.sums.root(fold.sums.dd));
            }));
}

} // namespace dumpscope::core
