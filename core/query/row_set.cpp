// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_set.h"

#include "base/large_pages.h"
#include "query/column_keys.h"
#include "query/column_names.h"
#include "query/row_chunks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>

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
        part = std::vector<std::uint32_t>(); // `= {}` would keep its memory
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

/// Rows sorted by all keys. Stable sorts from the least important key on give the order by all of them.
Result<void> sortByKeys(const FilterTable& table, const std::vector<SortKey>& keys,
    std::span<SortEntry> entries, std::span<SortEntry> spare, TaskContext& task)
{
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
        TRY_VOID(fillColumnKeys(table, *key, entries, task));
        TRY_VOID(radixSort(entries, spare, task.arena, task.stop));
    }
    return {};
}

/// Moves to the front, in the order they have, the entries that may be among the first `most`: those that the
/// most important key alone does not put behind. How many there are.
Result<std::size_t> keepFirst(const FilterTable& table, const SortKey& key, std::size_t most,
    std::span<SortEntry> entries, std::span<SortEntry> spare, TaskContext& task)
{
    const auto isBefore = [](const SortEntry& a, const SortEntry& b) {
        return std::tie(a.group, a.key) < std::tie(b.group, b.key);
    };
    TRY_VOID(fillColumnKeys(table, key, entries, task));
    TRY_VOID(task.checkStop());
    std::ranges::copy(entries, spare.begin());
    const auto last = spare.begin() + static_cast<std::ptrdiff_t>(most - 1);
    std::ranges::nth_element(spare, last, isBefore);
    const auto behind = std::remove_if(
        entries.begin(), entries.end(), [&](const SortEntry& entry) { return isBefore(*last, entry); });
    return static_cast<std::size_t>(behind - entries.begin());
}

/// The first `most` of the rows in order; `rows` are in table order.
Result<void> sortFirst(const FilterTable& table, const std::vector<SortKey>& keys, std::size_t most,
    std::vector<std::uint32_t>& rows, TaskContext& task)
{
    constexpr std::size_t kWorthIt = 4; // choosing costs about as much as sorting a quarter
    if (keys.empty() || rows.size() < 2 || most == 0) {
        rows.resize(std::min(most, rows.size()));
        return {};
    }
    const LargeArray<SortEntry> memory(rows.size());
    const LargeArray<SortEntry> spare(rows.size());
    std::span<SortEntry> entries = memory.span();
    TRY_VOID(forRowChunks(task, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            entries[i] = {0, rows[i], 0};
    }));
    if (most <= rows.size() / kWorthIt) {
        TRY_ASSIGN(const std::size_t kept, keepFirst(table, keys.front(), most, entries, spare.span(), task));
        entries = entries.first(kept);
    }
    TRY_VOID(sortByKeys(table, keys, entries, spare.span(), task));
    rows.resize(std::min(most, rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = entries[i].item;
    return {};
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

Result<FirstRows> firstRows(const FilterTable& table, std::size_t rowCount, const FilterExpression& filter,
    const std::vector<SortKey>& keys, std::size_t most, TaskContext& task)
{
    if (rowCount > std::numeric_limits<std::uint32_t>::max())
        return fail(Code::Limit, phrase("a table has at most 4294967295 rows"));
    TRY_VOID(task.checkStop());
    FirstRows first;
    TRY_ASSIGN(first.rows, matchingRows(table, rowCount, filter, task));
    first.total = first.rows.size();
    TRY_VOID(sortFirst(table, keys, most, first.rows, task));
    return first;
}

Result<std::vector<std::uint32_t>> buildRowSet(const FilterTable& table, std::size_t rowCount,
    const FilterExpression& filter, const std::vector<SortKey>& keys, TaskContext& task)
{
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    TRY_ASSIGN(FirstRows all, firstRows(table, rowCount, filter, keys, kAll, task));
    return std::move(all.rows);
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
