// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_bitwise_equal_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"bitwise_equal", phrase("Bitwise equal"),
            phrase("1 if all elements have the same bits, else 0"),
            phrase("0 if the types differ; NaN equals NaN of the same bits, 0 differs from -0"),
            Better::Higher, 13, true},
        FoldGroup::Bits,
        [](const PairFold& fold) -> MetricValue { return plainValue(fold.differentBits == 0 ? 1 : 0); }));
}

} // namespace dumpscope::core
