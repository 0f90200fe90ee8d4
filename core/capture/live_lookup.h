// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/live_dump.h"

#include <span>
#include <vector>

namespace dumpscope::core {

/// The ids in an index of tensors that were reported, in the order of `tensors`; invalid where one is not in
/// it (yet). Found by file: the index may know an operator by another name than its files do. One pass over
/// the files for any number of tensors.
[[nodiscard]] std::vector<TensorId> findLiveTensors(
    const DumpIndex& index, std::span<const LiveTensor> tensors);

} // namespace dumpscope::core
