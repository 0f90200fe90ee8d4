// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_root_mean_square_error_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"root_mean_square_error", phrase("Root mean square error"), phrase("√(Σd² / n)"),
            phrase("n = compared elements; no number without"), Better::Lower, 7, false,
            {{"msaccucmp", "RootMeanSquareError", 7}}},
        FoldGroup::Errors, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            const double mean = fold.sums.dd.value() / static_cast<double>(fold.compared);
            return foldValue(fold, fold.sums.root({mean, 0}));
        }));
}

} // namespace dumpscope::core
