// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_non_finite_count_metric(MetricRegistry& registry)
{
    const auto add = [&registry](
                         std::string_view id, Form<0> title, int order, FormulaMetric::Formula formula) {
        registry.add(std::make_shared<FormulaMetric>(
            MetricInfo {id, title, phrase("number of elements"),
                phrase("always a number; of complex numbers each counts once"), Better::Neither, order, true},
            FoldGroups(), formula));
    };
    add("nan_target", Form<0>("NaN of target"), 27,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.nanTarget)); });
    add("nan_golden", Form<0>("NaN of golden"), 28,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.nanGolden)); });
    add("inf_target", Form<0>("Infinities of target"), 29,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.infTarget)); });
    add("inf_golden", Form<0>("Infinities of golden"), 30,
        [](const PairFold& fold) { return plainValue(static_cast<double>(fold.infGolden)); });
}

} // namespace dumpscope::core
