// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Parameters of one side without a partner whose name another file of the same folder holds as well, with
/// other values: one of the two was compared. At most a sentence for each side.
[[nodiscard]] std::vector<Message> repeatedParameters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
