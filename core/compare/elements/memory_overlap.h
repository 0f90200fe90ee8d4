// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <optional>

namespace dumpscope::core {

/// A tensor that was written across the memory of an input after that had been made and before it was used.
struct MemoryOverlap {
    TensorId maker;  ///< the output that the input is
    TensorId writer; ///< the output of another operator that lies across it
};

/// Looks at the addresses that the files record within the rank, model and step of the input. Memory that is
/// free is given to other tensors by plan: only what was written in between is an overlap. Nothing where
/// addresses or the order are not recorded, and for tensors that are no inputs.
[[nodiscard]] std::optional<MemoryOverlap> overwrittenInput(const DumpIndex& index, TensorId input);

/// A sentence without a full stop: which operator wrote across the input, and where both lie.
[[nodiscard]] Message overlapText(const DumpIndex& index, TensorId input, const MemoryOverlap& overlap);

} // namespace dumpscope::core
