// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Weights that have LoRA adapters beside them on one side: what weight + factor · B · A is against the other
/// side, where the factor is stored or fits. At most a sentence for each side.
[[nodiscard]] std::vector<Message> loraAdapters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
