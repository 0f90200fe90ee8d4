// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

void register_cosine_similarity_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"cosine_similarity", phrase("Cosine similarity"),
            phrase("Σxy / (√Σx² · √Σy²), within [-1, 1]"),
            phrase("1 if both sides are all zero, no number if one is"), Better::Higher, 0, true,
            {{"msaccucmp", "CosineSimilarity", 0}, {"msprobe", "Cosine", 0}}},
        FoldGroup::Products, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            const double xx = fold.sums.xx.value(), yy = fold.sums.yy.value();
            const double product = fold.sums.xy.value();
            // Sums beyond every number say nothing of a direction, not even that of equal sides.
            if (!std::isfinite(xx) || !std::isfinite(yy) || !std::isfinite(product))
                return noValue();
            const double x = std::sqrt(xx), y = std::sqrt(yy);
            if (x == 0 && y == 0)
                return foldValue(fold, 1);
            if (x == 0 || y == 0)
                return noValue();
            // Roots are rounded; of equal sides they must not be.
            const bool isSame = xx == yy && std::fabs(product) == xx;
            return foldValue(
                fold, isSame ? std::copysign(1.0, product) : std::clamp(product / x / y, -1.0, 1.0));
        }));
}

} // namespace dumpscope::core
