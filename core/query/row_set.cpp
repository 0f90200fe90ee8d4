// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_set.h"

#include "base/large_pages.h"
#include "query/column_keys.h"
#include "query/column_names.h"
#include "query/row_chunks.h"

#include <limits>
#include <numeric>

namespace dumpscope::core {

namespace {

/// Rows for which `isWanted` holds, ascending.
template<typename IsWanted>
Result<std::vector<std::uint32_t>> rowsThat(std::size_t rowCount, const IsWanted& isWanted, TaskContext& task)
{
    std::vector<std::uint32_t> rows;
    std::vector<std::vector<std::uint32_t>> found(rowChunkCount(rowCount));
    TRY_VOID(forRowChunks(task, rowCount, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (isWanted(row))
                found[chunk].push_back(static_cast<std::uint32_t>(row));
        }
    }));
    for (std::vector<std::uint32_t>& part : found) {
        rows.insert(rows.end(), part.begin(), part.end());
        part = {};
    }
    return rows;
}

Result<std::vector<std::uint32_t>> matchingRows(
    const FilterTable& table, std::size_t rowCount, const FilterExpression& filter, TaskContext& task)
{
    if (!filter.matchesEverything())
        return rowsThat(
            rowCount, [&](std::size_t row) { return filter.matches(table, row); }, task);
    std::vector<std::uint32_t> rows(rowCount);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

} // namespace

std::string sortKeyText(const SortKey& key, std::string_view column)
{
    std::string text = key.descending != key.byBadness ? "-" : "";
    return text.append(key.byBadness ? kWorstFirst : "").append(column);
}

Result<std::vector<SortKey>> parseSortKeys(std::string_view text, const FilterTable& table)
{
    TRY_ASSIGN(const std::vector<ColumnListItem> items, parseColumnList(text, table, true));
    std::vector<SortKey> keys;
    keys.reserve(items.size());
    for (const ColumnListItem& item : items)
        keys.push_back({item.column, item.minus != item.isWorst, item.isWorst});
    return keys;
}

Result<std::vector<std::uint32_t>> buildRowSet(const FilterTable& table, std::size_t rowCount,
    const FilterExpression& filter, const std::vector<SortKey>& keys, TaskContext& task)
{
    if (rowCount > std::numeric_limits<std::uint32_t>::max())
        return fail(Code::Limit, phrase("a table has at most 4294967295 rows"));
    TRY_VOID(task.checkStop());
    TRY_ASSIGN(std::vector<std::uint32_t> rows, matchingRows(table, rowCount, filter, task));
    if (keys.empty() || rows.size() < 2)
        return rows;
    const LargeArray<SortEntry> memory(rows.size());
    const LargeArray<SortEntry> spare(rows.size());
    const std::span<SortEntry> entries = memory.span();
    TRY_VOID(forRowChunks(task, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            entries[i] = {0, rows[i], 0};
    }));
    // Stable sorts from the least important key on give the order by all of them.
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
        TRY_VOID(fillColumnKeys(table, *key, entries, task));
        TRY_VOID(radixSort(entries, spare.span(), task.arena, task.stop));
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = entries[i].item;
    return rows;
}

Result<std::vector<std::uint32_t>> undecidedRows(
    const FilterTable& table, std::size_t rowCount, const FilterExpression& filter, TaskContext& task)
{
    if (!filter.canBeUndecided(table))
        return std::vector<std::uint32_t>();
    return rowsThat(
        rowCount, [&](std::size_t row) { return filter.isUndecided(table, row); }, task);
}

} // namespace dumpscope::core
