// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "compare/comparison.h"
#include "compare/report/report.h"
#include "request/compare_request.h"

#include <string>
#include <vector>

namespace dumpscope::cli {

// The files a comparison is written to, one option per registered report.

[[nodiscard]] std::vector<std::string> reportPaths(const core::CompareRequest& request);
/// A report that is asked for shows worst elements and error maps.
[[nodiscard]] bool needsElements(const core::CompareRequest& request);
/// Writes all that can be written; what fails is printed. Whether everything was written.
[[nodiscard]] bool writeReports(const core::CompareRequest& request, const core::Comparison& comparison,
    const core::ReportFacts& facts, core::TaskContext& task, Console& console);

} // namespace dumpscope::cli
