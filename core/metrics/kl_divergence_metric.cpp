// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_kl_divergence_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"kl_divergence", phrase("Kullback-Leibler divergence"),
            phrase(
                "Σ p ln(p/q); p, q = max((v - min)/(max - min), 2^-23) divided by their sum, p of x, q of y"),
            phrase("a constant side is uniform; no number if an element is not finite"), Better::Lower, 4,
            false, {{"msaccucmp", "KullbackLeiblerDivergence", 4}}},
        FoldGroup::Divergence | FoldGroup::Statistics, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            if (!fold.divergence)
                return noValue(fold.compared < fold.count ? PairState::NonFinite : PairState::NotComputed);
            return foldValue(fold, *fold.divergence);
        }));
}

} // namespace dumpscope::core
