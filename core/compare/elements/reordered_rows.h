// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// An input that holds golden's rows in another order, as of a permuted batch, is what is wrong where its
/// operator gives that order as well, and nobody else is suspect because of it. Rows of parameters have
/// places: there it is another parameter.
void nameReorderedRows(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
