// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

void register_cosine_similarity_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"cosine_similarity", "Cosine similarity", "Σxy / (√Σx² · √Σy²), within [-1, 1]",
            "1 if both sides are all zero, no number if one is", Better::Higher, 0, true,
            {{"msaccucmp", "CosineSimilarity", 0}, {"msprobe", "Cosine", 0}}},
        FoldGroup::Products, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            const double x = std::sqrt(fold.sums.xx.value());
            const double y = std::sqrt(fold.sums.yy.value());
            if (x == 0 && y == 0)
                return foldValue(fold, 1);
            if (x == 0 || y == 0)
                return noValue();
            return foldValue(fold, std::clamp(fold.sums.xy.value() / x / y, -1.0, 1.0));
        }));
}

} // namespace dumpscope::core
