// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <cmath>
#include <limits>

namespace dumpscope::core {

void register_psnr_db_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"psnr_db", phrase("Peak signal to noise"),
            phrase("20 log10((max y - min y) / √(Σd²/n)) in dB"),
            phrase("infinity if d is all zero; -infinity if only the range of y is zero"), Better::Higher, 18,
            false},
        FoldGroup::Errors | FoldGroup::Statistics, [](const PairFold& fold) -> MetricValue {
            if (auto none = nothingToCompare(fold))
                return *none;
            if (fold.sums.dd.value() == 0)
                return foldValue(fold, std::numeric_limits<double>::infinity());
            const double mean = fold.sums.dd.value() / static_cast<double>(fold.compared);
            const double noise = fold.sums.root({mean, 0});
            return foldValue(fold, 20 * std::log10((*fold.golden->max - *fold.golden->min) / noise));
        }));
}

} // namespace dumpscope::core
