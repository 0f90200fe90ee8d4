// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_keys.h"

#include "query/row_chunks.h"
#include "query/text_order.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// What a cell is. The last four are the order of unlike cells in a column, in both directions.
enum KeyGroup : std::uint32_t { kSigned, kUnsigned, kReal, kNumber, kNan, kText, kNull };

constexpr std::int64_t kMostReal = std::int64_t {1} << 53U;

std::uint64_t orderedBits(double value)
{
    constexpr std::uint64_t kSign = std::uint64_t {1} << 63U;
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

class ColumnKeys {
public:
    ColumnKeys(const FilterTable& table, const SortKey& sortKey, std::span<SortEntry> entries)
        : m_table(table)
        , m_sortKey(sortKey)
        , m_entries(entries)
        , m_texts(rowChunkCount(entries.size()))
    {
    }

    Result<void> fill(TaskContext& task)
    {
        const auto readChunk = [this](std::size_t chunk, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                readCell(i, m_texts[chunk]);
        };
        TRY_VOID(forRowChunks(task, m_entries.size(), readChunk));
        // Integers order exactly among themselves. Where they meet reals, or where negative ones meet those
        // above 2^63-1, they order as reals, as long as every one of them is one.
        const bool asReals = m_hasReal || (m_hasNegative && m_hasHuge);
        if (asReals && m_hasUnreal) {
            rankNumbers();
            return m_hasText ? fillTextKeys(task) : Result<void>();
        }
        const std::uint64_t offset = m_hasNegative ? std::uint64_t {1} << 63U : 0;
        const auto finishChunk = [this, asReals, offset](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                finishNumber(m_entries[i], asReals, offset);
        };
        TRY_VOID(forRowChunks(task, m_entries.size(), finishChunk));
        return m_hasText ? fillTextKeys(task) : Result<void>();
    }

private:
    /// Texts in the cells of some rows, those of other cells left out.
    struct Texts {
        std::vector<std::string_view> cells;
        std::deque<std::string> owned; ///< they stay where they are
    };

    void readCell(std::size_t i, Texts& texts)
    {
        SortEntry& entry = m_entries[i];
        entry.key = 0;
        if (m_sortKey.byBadness)
            return readBadness(entry);
        Cell cell = m_table.cell(entry.item, m_sortKey.column);
        if (isNull(cell)) {
            entry.group = kNull;
        } else if (const auto* natural = std::get_if<std::uint64_t>(&cell)) {
            entry.group = kUnsigned;
            entry.key = *natural;
            note(m_hasHuge, *natural >> 63U != 0);
            note(m_hasUnreal, *natural > std::uint64_t {kMostReal});
        } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
            entry.group = kSigned;
            entry.key = static_cast<std::uint64_t>(*integer);
            note(m_hasNegative, *integer < 0);
            note(m_hasUnreal, *integer > kMostReal || *integer < -kMostReal);
        } else if (const auto* real = std::get_if<double>(&cell)) {
            entry.group = std::isnan(*real) ? kNan : kReal;
            entry.key = std::isnan(*real) ? 0 : std::bit_cast<std::uint64_t>(*real);
            note(m_hasReal, true);
        } else {
            entry.group = kText;
            note(m_hasText, true);
            if (auto* owned = std::get_if<std::string>(&cell)) {
                if (texts.owned.empty() || texts.owned.back() != *owned)
                    texts.owned.push_back(std::move(*owned));
                texts.cells.emplace_back(texts.owned.back());
            } else {
                texts.cells.push_back(std::get<std::string_view>(cell));
            }
        }
    }

    /// NaN is worse than any number: its bits without a sign are above those of infinity.
    void readBadness(SortEntry& entry)
    {
        const std::optional<double> badness = m_table.badness(entry.item, m_sortKey.column);
        entry.group = badness ? kReal : kNull;
        if (!badness)
            return;
        entry.key = std::bit_cast<std::uint64_t>(
            std::isnan(*badness) ? std::numeric_limits<double>::quiet_NaN() : *badness);
        note(m_hasReal, true);
    }

    static void note(std::atomic<bool>& flag, bool seen)
    {
        if (seen && !flag.load(std::memory_order_relaxed))
            flag.store(true, std::memory_order_relaxed);
    }

    void finishNumber(SortEntry& entry, bool asReals, std::uint64_t offset) const
    {
        if (entry.group > kReal)
            return;
        if (entry.group == kReal)
            entry.key = orderedBits(std::bit_cast<double>(entry.key));
        else if (!asReals)
            entry.key += offset;
        else if (entry.group == kSigned)
            entry.key = orderedBits(static_cast<double>(static_cast<std::int64_t>(entry.key)));
        else
            entry.key = orderedBits(static_cast<double>(entry.key));
        entry.key = directed(entry.key);
        entry.group = kNumber;
    }

    static Cell numberOf(const SortEntry& entry)
    {
        if (entry.group == kUnsigned)
            return entry.key;
        if (entry.group == kSigned)
            return static_cast<std::int64_t>(entry.key);
        return std::bit_cast<double>(entry.key);
    }

    /// Every number compared with the others as it is: rare, and slower than keys.
    void rankNumbers()
    {
        std::vector<std::pair<Cell, SortEntry*>> numbers;
        for (SortEntry& entry : m_entries) {
            if (entry.group <= kReal)
                numbers.emplace_back(numberOf(entry), &entry);
        }
        std::ranges::sort(
            numbers, [](const auto& a, const auto& b) { return compareNumbers(a.first, b.first) < 0; });
        std::uint64_t rank = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i > 0 && compareNumbers(numbers[i - 1].first, numbers[i].first) < 0)
                ++rank;
            numbers[i].second->key = directed(rank);
            numbers[i].second->group = kNumber;
        }
    }

    Result<void> fillTextKeys(TaskContext& task)
    {
        std::vector<std::string_view> texts;
        for (Texts& chunk : m_texts) {
            texts.insert(texts.end(), chunk.cells.begin(), chunk.cells.end());
            chunk.cells = std::vector<std::string_view>(); // `= {}` would keep its memory
        }
        TRY_ASSIGN(const std::vector<std::uint32_t> ranks, rankTexts(texts, task));
        auto rank = ranks.begin();
        for (SortEntry& entry : m_entries) {
            if (entry.group == kText)
                entry.key = directed(*rank++);
        }
        return {};
    }

    [[nodiscard]] std::uint64_t directed(std::uint64_t key) const
    {
        return m_sortKey.descending ? ~key : key;
    }

    const FilterTable& m_table;
    SortKey m_sortKey;
    std::span<SortEntry> m_entries;
    std::vector<Texts> m_texts; ///< per chunk of rows
    std::atomic<bool> m_hasReal = false, m_hasNegative = false, m_hasHuge = false, m_hasText = false;
    std::atomic<bool> m_hasUnreal = false; ///< an integer that float64 may round
};

} // namespace

Result<void> fillColumnKeys(
    const FilterTable& table, const SortKey& sortKey, std::span<SortEntry> entries, TaskContext& task)
{
    return ColumnKeys(table, sortKey, entries).fill(task);
}

} // namespace dumpscope::core
