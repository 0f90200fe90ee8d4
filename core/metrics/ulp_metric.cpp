// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_ulp_metric(MetricRegistry& registry)
{
    constexpr Form<0> guard = "numbers of the common type, else of the coarser one; integers count in ones";
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"ulp_max", phrase("Largest distance in representable numbers"),
            phrase("max of the representable numbers from y to x"), guard, Better::Lower, 15, false},
        FoldGroup::Ulp, [](const PairFold& fold) {
            const auto none = nothingToCompare(fold);
            return none ? *none : foldValue(fold, fold.ulpMax);
        }));
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"ulp_mean", phrase("Mean distance in representable numbers"),
            phrase("mean of the representable numbers from y to x"), guard, Better::Lower, 16, false},
        FoldGroup::Ulp, [](const PairFold& fold) {
            const auto none = nothingToCompare(fold);
            return none ? *none : foldValue(fold, fold.ulpSum.value() / static_cast<double>(fold.compared));
        }));
}

} // namespace dumpscope::core
