// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <cmath>

namespace dumpscope::core {

void register_mean_shift_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"mean_shift", phrase("Shift of the mean"),
            phrase("|mean x - mean y| over the finite elements of each side"),
            phrase("no number if a side has no finite element"), Better::Lower, 900},
        FoldGroup::Statistics, [](const PairFold& fold) -> MetricValue {
            if (!fold.target->mean || !fold.golden->mean)
                return noValue(fold.count == 0 ? PairState::Empty : PairState::NonFinite);
            return foldValue(fold, std::abs(*fold.target->mean - *fold.golden->mean));
        }));
}

} // namespace dumpscope::core
