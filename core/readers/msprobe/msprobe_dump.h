// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "records/statistic_table.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// dump.json or debug.json of msprobe (docs/formats/msprobe-dump.md 2 and 3): one row per tensor in file
/// order, other arguments as scalars. A truncated file has all entries before its end.
struct MsprobeDump {
    std::string task, level, framework, dataFolder; ///< as in the head; empty if absent or null
    std::size_t entries = 0;                        ///< number of entries
    std::shared_ptr<StatisticTable> table;
    std::vector<Diagnostic> problems; ///< places have offset, row and column, no file
};

/// Whether the text begins like such a file; it may end anywhere.
[[nodiscard]] bool isMsprobeDump(std::string_view text);

/// Parallel; the result does not depend on the number of threads. Errors: Code::BadSyntax when the text is no
/// JSON object, Code::Truncated when it is empty, Code::Cancelled.
[[nodiscard]] Result<MsprobeDump> parseMsprobeDump(std::string_view text, TaskContext& task);

} // namespace dumpscope::core
