// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_outputs.h"

namespace dumpscope::cli {

std::vector<std::string> reportPaths(const core::CompareRequest& request)
{
    std::vector<std::string> paths;
    for (const auto& [option, path] : request.reports) {
        if (!path.empty())
            paths.push_back(path);
    }
    return paths;
}

bool needsElements(const core::CompareRequest& request)
{
    for (const auto& report : core::builtinReports()->reports()) {
        if (report->needsElements() && !request.reports.at(std::string(report->option())).empty())
            return true;
    }
    return false;
}

bool writeReports(const core::CompareRequest& request, const core::Comparison& comparison,
    const core::ReportFacts& facts, core::TaskContext& task, Console& console)
{
    bool complete = true;
    for (const auto& report : core::builtinReports()->reports()) {
        const std::string& path = request.reports.at(std::string(report->option()));
        if (path.empty())
            continue;
        // What is finished is written also after an interrupt.
        core::OwnedTask own(task.arena.threads());
        if (const auto written = report->write(comparison, facts, path, own); !written) {
            console.error(written.error());
            complete = false;
        }
    }
    return complete;
}

} // namespace dumpscope::cli
