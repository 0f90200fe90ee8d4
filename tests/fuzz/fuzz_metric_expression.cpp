// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_expression.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

// The bytes are a list of metrics, as given to --metrics. Errors must point into the text, and what
// is accepted must have a value for a fold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    static const auto registry = builtinMetrics();
    const std::string_view list(reinterpret_cast<const char*>(data), size);
    const auto selection = selectMetrics(*registry, list);
    if (!selection) {
        const auto column = selection.error().place.column;
        if (!column || *column < 1 || *column > size + 1)
            std::abort();
        return 0;
    }
    PairFold fold;
    fold.count = 3;
    fold.compared = 3;
    fold.target.emplace();
    fold.golden.emplace();
    for (const auto& metric : selection->metrics()) {
        const MetricInfo& info = metric->info();
        if (selection->indexOf(info.id) == std::nullopt)
            std::abort();
        if (!info.formula.empty() && registry->findMetric(info.id) == nullptr
            && metric->evaluate(fold).text.empty())
            std::abort();
    }
    return 0;
}
