// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "query/filter_expression.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct SortKey {
    int column = 0;
    bool descending = false;
};

/// "key,-key" of contract `--sort`; Code::Usage names the column and the nearest valid name.
[[nodiscard]] Result<std::vector<SortKey>> parseSortKeys(std::string_view text, const FilterTable& table);

/// Rows that match, in order: stable sort by the keys (texts in natural order, absent last in
/// either direction, NaN after numbers), else table order. Runs on the arena, made for being
/// called off the GUI thread.
[[nodiscard]] Result<std::vector<std::uint32_t>> buildRowSet(const FilterTable& table, std::size_t rowCount,
    const FilterExpression& filter, const std::vector<SortKey>& keys, TaskContext& task);

/// Rows of which nobody can say whether they match, because what the filter looks at was not measured;
/// ascending.
[[nodiscard]] Result<std::vector<std::uint32_t>> undecidedRows(
    const FilterTable& table, std::size_t rowCount, const FilterExpression& filter, TaskContext& task);

} // namespace dumpscope::core
