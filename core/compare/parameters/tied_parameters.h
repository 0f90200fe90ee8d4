// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Parameters of one side without a partner that hold the values of another parameter of that side, which was
/// compared: one of two tied weights, which the other side saves once. A sentence for each.
[[nodiscard]] std::vector<Message> tiedParameters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
