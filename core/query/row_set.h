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
    bool byBadness = false; ///< not by the cell but by FilterTable::badness; descending: the worst first

    bool operator==(const SortKey&) const = default;
};
/// The key as parseSortKeys takes it: "max", "-max", "worst:max", "-worst:max".
[[nodiscard]] std::string sortKeyText(const SortKey& key, std::string_view column);

/// "key,-key,worst:key" of contract `--sort`. Errors: Code::Usage with the column and the nearest valid name.
[[nodiscard]] Result<std::vector<SortKey>> parseSortKeys(std::string_view text, const FilterTable& table);

/// Rows that match, in order: stable sort by the keys (texts in natural order, absent last in either
/// direction, NaN after numbers, but before all of them where the worst are first), else table order.
/// Parallel. Errors: Code::Limit above 2^32-1 rows, Code::Cancelled.
[[nodiscard]] Result<std::vector<std::uint32_t>> buildRowSet(const FilterTable& table, std::size_t rowCount,
    const FilterExpression& filter, const std::vector<SortKey>& keys, TaskContext& task);

/// The first rows of what buildRowSet gives, and how many there are of those.
struct FirstRows {
    std::vector<std::uint32_t> rows;
    std::size_t total = 0;
};
/// As buildRowSet, but orders no more than the first `most` rows. Errors: as buildRowSet.
[[nodiscard]] Result<FirstRows> firstRows(const FilterTable& table, std::size_t rowCount,
    const FilterExpression& filter, const std::vector<SortKey>& keys, std::size_t most, TaskContext& task);

/// Rows for which it is not known whether they match, because cells the filter uses were not measured;
/// ascending. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::uint32_t>> undecidedRows(
    const FilterTable& table, std::size_t rowCount, const FilterExpression& filter, TaskContext& task);

} // namespace dumpscope::core
