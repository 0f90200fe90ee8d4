// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// The same call of a collective in the dumps of all ranks.
struct RankTensors {
    std::int64_t rank = 0;
    std::vector<TensorId> tensors; ///< ascending
};

/// By rank, ascending, that of `output` among them; empty where the dump has a single rank, or very many.
[[nodiscard]] std::vector<RankTensors> tensorsOfRanks(const DumpIndex& index, TensorId output);

/// The ranks of the process group that the dump records for the call, ascending; empty: none is recorded.
[[nodiscard]] Result<std::vector<std::int64_t>> recordedGroup(
    const DumpIndex& index, TensorId output, TaskContext& task);

/// Which of a list of tensors this is; nothing where its slot holds no list.
[[nodiscard]] std::optional<std::size_t> placeInList(const DumpIndex& index, TensorId tensor);

} // namespace dumpscope::core
