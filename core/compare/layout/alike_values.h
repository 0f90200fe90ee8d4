// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/tensor_store.h"

namespace dumpscope::core {

/// Whether all elements of a tensor have one value, by which it is not told from others; false where it
/// cannot be read. Errors: Code::Cancelled.
[[nodiscard]] Result<bool> areValuesAlike(const TensorStore& store, TensorId id, TaskContext& task);

} // namespace dumpscope::core
