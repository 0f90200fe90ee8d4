// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

namespace dumpscope::core {

void register_mismatch_ratio_metric(MetricRegistry& registry)
{
    registry.add(std::make_shared<FormulaMetric>(
        MetricInfo {"mismatch_ratio", phrase("Share of mismatches"),
            phrase("share of |d| > atol + rtol·|y|; atol 1e-8, rtol 1e-5"),
            phrase("equal NaN and equal infinities match, other NaN and infinities do not"), Better::Lower,
            14, true},
        FoldGroup::Tolerance, [](const PairFold& fold) -> MetricValue {
            if (fold.count == 0)
                return noValue(PairState::Empty);
            return plainValue(static_cast<double>(fold.mismatches) / static_cast<double>(fold.count));
        }));
}

} // namespace dumpscope::core
