// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/radix_sort.h"
#include "query/row_set.h"

#include <span>

namespace dumpscope::core {

/// Sets key and group of entries, whose items are rows, for sorting by `sortKey`. Errors: Code::Cancelled.
[[nodiscard]] Result<void> fillColumnKeys(
    const FilterTable& table, const SortKey& sortKey, std::span<SortEntry> entries, TaskContext& task);

} // namespace dumpscope::core
