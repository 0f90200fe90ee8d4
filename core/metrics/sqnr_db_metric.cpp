// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <cmath>
#include <limits>

namespace dumpscope::core {

void register_sqnr_db_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"sqnr_db", phrase("Signal to noise"), phrase("10 log10(Σy² / Σd²) in dB"),
            phrase("infinity if d is all zero; -infinity if only y is"), Better::Higher, 17, false},
        FoldGroup::Errors | FoldGroup::Products, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            if (fold.sums.dd.value() == 0)
                return foldValue(fold, std::numeric_limits<double>::infinity());
            return foldValue(fold, 10 * std::log10(fold.sums.yy.value() / fold.sums.dd.value()));
        }));
}

} // namespace dumpscope::core
