// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"

#include <memory>
#include <string>
#include <string_view>

namespace dumpscope::test {

/// Opens the folders `target` and `golden` below `folder` and compares them by these metrics of the profile
/// dumpscope.
inline core::Result<core::Comparison> compareFolders(const std::string& folder, std::string_view metrics,
    core::ComparisonOptions options, core::TaskContext& task, const core::ComparisonObserver& observer = {},
    const char* target = "target", const char* golden = "golden")
{
    const auto open = [&](const char* side) {
        return core::ComparisonSide {
            core::openDump(folder + '/' + side, core::builtinFormats(), {}, task).value(), std::nullopt};
    };
    const auto registry = core::builtinMetrics();
    options.measure.profile = registry->findProfile("dumpscope");
    options.measure.metrics
        = std::make_shared<const core::MetricSelection>(core::selectMetrics(*registry, metrics).value());
    return core::compareSides(open(target), open(golden), options, observer, task);
}

} // namespace dumpscope::test
