// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "model/dump_index.h"

#include <string_view>

namespace dumpscope::core {

/// What stands behind the slot where a file has several tensors in it, as all_gather's list of outputs:
/// "1" of "output.0.1", "mask" of "input.0.mask"; empty where the slot says everything.
[[nodiscard]] std::string_view placeInSlot(const DumpIndex& index, TensorId id);

/// "output 0.1"; as ioPlace where the slot says everything.
[[nodiscard]] Message tensorPlace(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
