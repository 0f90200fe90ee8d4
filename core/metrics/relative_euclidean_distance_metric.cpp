// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <cmath>

namespace dumpscope::core {

void register_relative_euclidean_distance_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"relative_euclidean_distance", phrase("Relative Euclidean distance"),
            phrase("√Σd² / √Σy²"), phrase("0 if d is all zero, infinity if only y is"), Better::Lower, 3,
            true, {{"msaccucmp", "RelativeEuclideanDistance", 3}}},
        FoldGroup::Errors | FoldGroup::Products, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            const double distance = std::sqrt(fold.sums.dd.value());
            return foldValue(fold, distance == 0 ? 0.0 : distance / std::sqrt(fold.sums.yy.value()));
        }));
}

} // namespace dumpscope::core
