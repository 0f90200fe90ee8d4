// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_non_finite_count_metric(MetricRegistry& registry)
{
    const auto add = [&registry](std::string_view id, std::string_view title, int order,
                         FormulaMetric::Formula formula) {
        registry.add(std::make_shared<FormulaMetric>(
            MetricInfo {id, title, "number of elements",
                "always a number; of complex numbers each counts once", Better::Neither, order, true},
            FoldGroups(), formula));
    };
    add("nan_target", "NaN of target", 27,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.nanTarget)); });
    add("nan_golden", "NaN of golden", 28,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.nanGolden)); });
    add("inf_target", "Infinities of target", 29,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.infTarget)); });
    add("inf_golden", "Infinities of golden", 30,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.infGolden)); });
}

} // namespace dumpscope::core
