// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/reader.h"

#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Which of the files of msprobe's monitor a header line is of (docs/formats/llm-era.md 8).
enum class MonitorVersion : std::uint8_t { None, First, Second };
/// `text` begins with the header line.
[[nodiscard]] MonitorVersion monitorVersion(std::string_view text);

/// What stands before `_<first>-<last>.csv` or `_step<a>-<b>.csv` in the name of a file: `actv`; else
/// nothing.
[[nodiscard]] std::string_view monitorMetric(std::string_view fileName);

/// Rows of a file of the monitor; damaged lines are rows or problems. Errors: Code::Cancelled.
[[nodiscard]] Result<FileContents> parseMonitorCsv(
    std::string_view text, std::string_view metric, TaskContext& task);

/// Operator, role and metric of a name of version 1, `decoder.layers.0.mlp.input`.
struct MonitorName {
    std::string_view opName, opType;
    Io io = Io::Unknown;
};
[[nodiscard]] MonitorName monitorName(std::string_view name, std::string_view metric);

} // namespace dumpscope::core
