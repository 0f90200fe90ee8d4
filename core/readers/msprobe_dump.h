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
/// order, and what is no tensor as scalars. Entries of a cut file are complete up to the cut.
struct MsprobeDump {
    std::string task, level, framework, dataFolder; ///< as in the head; empty if absent or null
    std::size_t entries = 0;
    std::shared_ptr<StatisticTable> table;
    std::vector<Diagnostic> problems; ///< places have offset, row and column, no file
};

/// Whether the text begins like one; it may end anywhere.
[[nodiscard]] bool isMsprobeDump(std::string_view text);

/// Does not depend on the number of threads. Fails with Code::BadSyntax when the text is no JSON
/// object, Code::Truncated when it is empty, Code::Cancelled.
[[nodiscard]] Result<MsprobeDump> parseMsprobeDump(std::string_view text, TaskContext& task);

} // namespace dumpscope::core
