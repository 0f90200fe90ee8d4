// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "compare/comparison.h"
#include "compare/report.h"

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace dumpscope::cli {

/// The files a comparison is written to, one option per registered report.
class ReportOutputs {
public:
    void define(CLI::App& app);
    [[nodiscard]] std::vector<std::string> paths() const;
    /// What shapes the official result files.
    [[nodiscard]] core::Result<core::OfficialOptions> official() const;
    /// A report that is asked for shows worst elements and error maps.
    [[nodiscard]] bool needElements() const;
    /// Writes all that can be written; what fails is printed. Whether everything was written.
    [[nodiscard]] bool write(const core::Comparison& comparison, const core::ReportFacts& facts,
        core::TaskContext& task, Console& console) const;

private:
    std::map<std::string, std::string> m_paths; ///< by option
    std::vector<std::string> m_official;
};

} // namespace dumpscope::cli
