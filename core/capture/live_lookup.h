// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/live_dump.h"

#include <span>
#include <vector>

namespace dumpscope::core {

/// Where tensors that were reported stand in an index of their dump; an invalid id where one does not (yet).
/// Looked for by file: the index may know an operator by another name than its files do. One pass over the
/// files, however many are asked for.
[[nodiscard]] std::vector<TensorId> findLiveTensors(
    const DumpIndex& index, std::span<const LiveTensor> tensors);

} // namespace dumpscope::core
