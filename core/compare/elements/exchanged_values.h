// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/conclusion/conclusion_place.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <optional>
#include <span>

namespace dumpscope::core {

/// A parameter or constant that is wrong may be right in another place: where it holds all values of another
/// tensor of golden, the suspect says of which. Reads the tensors of golden that differ from their pair, or
/// have none, and have the same shape; 256 MiB at most.
void nameExchangedValues(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden,
    Suspicion& suspicion, TaskContext& task);

/// The place of the tensor of golden whose values the target of a row holds, where it is not the one of the
/// row; else empty.
[[nodiscard]] Message exchangedValues(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden,
    std::size_t row, TaskContext& task);

} // namespace dumpscope::core
