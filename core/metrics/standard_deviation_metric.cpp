// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include "base/text.h"

namespace dumpscope::core {

void register_standard_deviation_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"standard_deviation", phrase("Mean and standard deviation"),
            phrase(
                "(mean x; std x), (mean y; std y) over the finite elements of each side, std divided by n"),
            phrase("text only; no number if a side has no finite element"), Better::Neither, 5, false,
            {{"msaccucmp", "StandardDeviation", 5}}},
        FoldGroup::Statistics, [](const PairFold& fold) -> MetricValue {
            const Statistics& x = *fold.target;
            const Statistics& y = *fold.golden;
            if (!x.mean || !y.mean)
                return noValue(fold.count == 0 ? PairState::Empty : PairState::NonFinite);
            MetricValue value = foldValue(fold, 0);
            value.value.reset();
            value.text = "(" + numberText(*x.mean) + ";" + numberText(*x.std) + "),(" + numberText(*y.mean)
                + ";" + numberText(*y.std) + ")";
            return value;
        }));
}

} // namespace dumpscope::core
