// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Weights that one side has as integers where the other has numbers: what they are times the scales that are
/// stored beside them, or that none is. At most a sentence for each side.
[[nodiscard]] std::vector<Message> quantisedParameters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
