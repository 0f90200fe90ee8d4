// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_outputs.h"

namespace dumpscope::cli {

void ReportOutputs::define(CLI::App& app)
{
    for (const auto& report : core::builtinReports()->reports()) {
        const std::string option(report->option());
        app.add_option("--" + option, m_paths[option], report->help().text());
    }
    app.add_option("--official", m_official,
           "What msaccucmp is asked for besides metrics and files, for its result files: "
               + core::officialOptionKeys())
        ->allow_extra_args(false);
}

std::vector<std::string> ReportOutputs::paths() const
{
    std::vector<std::string> paths;
    for (const auto& [option, path] : m_paths) {
        if (!path.empty())
            paths.push_back(path);
    }
    return paths;
}

core::Result<core::OfficialOptions> ReportOutputs::official() const
{
    return core::parseOfficialOptions(m_official);
}

bool ReportOutputs::needElements() const
{
    for (const auto& report : core::builtinReports()->reports()) {
        if (report->needsElements() && !m_paths.at(std::string(report->option())).empty())
            return true;
    }
    return false;
}

bool ReportOutputs::write(const core::Comparison& comparison, const core::ReportFacts& facts,
    core::TaskContext& task, Console& console) const
{
    bool complete = true;
    for (const auto& report : core::builtinReports()->reports()) {
        const std::string& path = m_paths.at(std::string(report->option()));
        if (path.empty())
            continue;
        // What is finished is written also after an interrupt.
        core::OwnedTask uninterrupted(task.arena.threads());
        core::TaskContext own = uninterrupted.context();
        if (const auto written = report->write(comparison, facts, path, own); !written) {
            console.error(written.error());
            complete = false;
        }
    }
    return complete;
}

} // namespace dumpscope::cli
