// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::gui {

/// Whether pairs of the first rows of a table have NaN or infinities on a side.
struct NonFinitePairs {
    bool hasNan = false, hasInf = false;
    std::size_t rows = 0;
};

/// Of the whole table. `before`: of its first rows, as found before it grew. Errors: Code::Cancelled.
[[nodiscard]] core::Result<NonFinitePairs> nonFiniteOf(
    const core::PairTable& pairs, const NonFinitePairs& before, core::TaskContext& task);

} // namespace dumpscope::gui
