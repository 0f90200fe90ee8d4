// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "records/profiled_tasks.h"

#include <string_view>

namespace dumpscope::core {

/// The lines of op_summary_*.csv or kernel_details.csv; columns go by their names, in the spellings of both.
/// A line without a name or a duration is counted as skipped. Errors: Code::Limit for far too many lines,
/// Code::Cancelled.
[[nodiscard]] Result<ProfiledTasks> profiledTasks(std::string_view text, TaskContext& task);

} // namespace dumpscope::core
