// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/rank_calls.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Whether operators of this word receive what one other rank sends.
[[nodiscard]] bool receivesFromRank(std::string_view type);

/// The tensors of the send that a receive from rank `from` belongs to: of all between the two ranks in the
/// step, the first to the first and so on. Nothing where one side's dump has more of them, or none.
[[nodiscard]] std::optional<RankTensors> tensorsSent(
    const DumpIndex& index, TensorId received, std::int64_t from);

} // namespace dumpscope::core
