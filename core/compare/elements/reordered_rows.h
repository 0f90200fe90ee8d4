// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Whether the two tensors of a row hold the same slices along their first axis in another order.
[[nodiscard]] Result<bool> holdsReorderedRows(const PairTable& pairs, std::size_t row, TaskContext& task);

/// An input that holds golden's rows in another order, as of a permuted batch, is what is wrong: what comes
/// behind it is in another order as well, and nobody else is suspect because of that.
void nameReorderedRows(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
