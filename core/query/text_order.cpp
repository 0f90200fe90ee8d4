// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/text_order.h"

#include "base/text.h"
#include "query/radix_sort.h"
#include "query/row_chunks.h"

#include <algorithm>
#include <string>

namespace dumpscope::core {

namespace {

/// Appends bytes whose plain order is the natural order of the text: a run of digits becomes its
/// number of digits (as one byte that sorts like a digit among other characters) and its digits
/// without leading zeros. Texts that differ in leading zeros only get the same bytes.
void appendNaturalKey(std::string& out, std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size()) {
        if (!isDigit(text[i])) {
            out += text[i++];
            continue;
        }
        while (i < text.size() && text[i] == '0')
            ++i;
        const std::size_t begin = i;
        while (i < text.size() && isDigit(text[i]))
            ++i;
        const std::size_t length = i - begin;
        constexpr std::size_t kLong = 9;
        out += static_cast<char>('0' + std::min(length, kLong));
        if (length >= kLong) {
            for (int shift = 56; shift >= 0; shift -= 8)
                out += static_cast<char>((length >> shift) & 0xFFU);
        }
        out.append(text, begin, length);
    }
}

/// Sorts texts by their natural keys, eight bytes at a time.
class TextSorter {
public:
    TextSorter(const std::vector<std::string_view>& texts, TaskContext& task)
        : m_texts(texts)
        , m_task(task)
        , m_offsets(texts.size() + 1)
        , m_entries(texts.size())
        , m_spare(texts.size())
    {
    }

    /// Numbers of the texts in natural order; `group` is 1 where a text equals the one before.
    Result<std::vector<SortEntry>> sort()
    {
        TRY_VOID(makeKeys());
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            m_entries[i].item = static_cast<std::uint32_t>(i);
        std::vector<Range> open {{0, m_entries.size(), 0}};
        while (!open.empty()) {
            std::vector<std::vector<Range>> next(open.size());
            const auto sortTasks = [&](std::size_t first, std::size_t last) -> Result<void> {
                for (std::size_t i = first; i < last; ++i)
                    TRY_VOID(sortTask(open[i], next[i]));
                return {};
            };
            TRY_VOID(parallelFor(m_task.arena, open.size(), 1, m_task.stop, sortTasks));
            open.clear();
            for (const std::vector<Range>& part : next)
                open.insert(open.end(), part.begin(), part.end());
        }
        return std::move(m_entries);
    }

private:
    /// Entries whose keys agree in the first `depth` bytes.
    struct Range {
        std::size_t begin, end, depth;
        [[nodiscard]] std::size_t size() const { return end - begin; }
    };
    /// Ranges above this are shared among threads after each step.
    static constexpr std::size_t kOneTask = 1U << 14;

    Result<void> makeKeys()
    {
        std::vector<std::string> keys(rowChunkCount(m_texts.size()));
        TRY_VOID(
            forRowChunks(m_task, m_texts.size(), [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    appendNaturalKey(keys[chunk], m_texts[i]);
                    m_offsets[i + 1] = keys[chunk].size();
                }
            }));
        std::size_t size = 0;
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            m_offsets[i + 1] += size;
            if ((i + 1) % kRowChunk == 0)
                size += keys[i / kRowChunk].size();
        }
        m_keys.reserve(m_offsets.back() + 8);
        for (std::string& part : keys) {
            m_keys += part;
            part = std::string(); // `= {}` would keep its memory
        }
        m_keys.append(8, '\0');
        return {};
    }

    [[nodiscard]] std::size_t keySize(std::uint32_t item) const
    {
        return m_offsets[item + 1] - m_offsets[item];
    }

    /// Eight bytes of a key as a number that orders like them; zeros behind its end.
    [[nodiscard]] std::uint64_t keyBytes(std::uint32_t item, std::size_t depth) const
    {
        const std::size_t size = keySize(item);
        if (depth >= size)
            return 0;
        const char* bytes = m_keys.data() + m_offsets[item] + depth;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < 8; ++i)
            value = value << 8U | static_cast<unsigned char>(bytes[i]);
        const std::size_t left = size - depth;
        return left >= 8 ? value : value & ~(~std::uint64_t {0} >> (8 * left));
    }

    /// Sorts a range to the end if it is small, else one step; what is left goes to `later`.
    Result<void> sortTask(Range range, std::vector<Range>& later)
    {
        if (range.size() > kOneTask)
            return sortStep(range, later);
        std::vector<Range> open {range};
        while (!open.empty()) {
            const Range next = open.back();
            open.pop_back();
            TRY_VOID(sortStep(next, open));
        }
        return {};
    }

    /// Sorts by the next eight bytes; ranges that go on behind them are appended to `open`.
    Result<void> sortStep(Range range, std::vector<Range>& open)
    {
        TRY_VOID(m_task.checkStop());
        const std::span<SortEntry> entries(m_entries.data() + range.begin, range.size());
        if (entries.size() < 2)
            return {};
        std::uint64_t differences = 0;
        for (SortEntry& entry : entries) {
            entry.key = keyBytes(entry.item, range.depth);
            differences |= entry.key ^ entries.front().key;
        }
        if (differences != 0)
            TRY_VOID(radixSort(
                entries, std::span(m_spare).subspan(range.begin, range.size()), m_task.arena, m_task.stop));
        std::size_t begin = 0;
        while (begin < entries.size()) {
            std::size_t end = begin;
            bool goesOn = false;
            for (; end < entries.size() && entries[end].key == entries[begin].key; ++end)
                goesOn = goesOn || keySize(entries[end].item) > range.depth + 8;
            if (end - begin > 1 && goesOn)
                open.push_back({range.begin + begin, range.begin + end, range.depth + 8});
            else if (end - begin > 1)
                sortByText(entries.subspan(begin, end - begin));
            begin = end;
        }
        return {};
    }

    /// Texts with the same key: they differ in leading zeros, or not at all.
    void sortByText(std::span<SortEntry> entries) const
    {
        const auto equalsFirst
            = [&](const SortEntry& entry) { return m_texts[entry.item] == m_texts[entries.front().item]; };
        if (std::all_of(entries.begin(), entries.end(), equalsFirst)) {
            for (SortEntry& entry : entries.subspan(1))
                entry.group = 1;
            return;
        }
        std::sort(entries.begin(), entries.end(), [this](const SortEntry& a, const SortEntry& b) {
            return naturalCompare(m_texts[a.item], m_texts[b.item]) < 0;
        });
        for (std::size_t i = 1; i < entries.size(); ++i)
            entries[i].group = m_texts[entries[i].item] == m_texts[entries[i - 1].item] ? 1 : 0;
    }

    const std::vector<std::string_view>& m_texts;
    TaskContext& m_task;
    std::vector<std::size_t> m_offsets; ///< of the keys, and the end of the last
    std::string m_keys;
    std::vector<SortEntry> m_entries, m_spare;
};

/// Texts without repeats of the same memory, and for each given text its place among them.
struct DistinctViews {
    std::vector<std::string_view> texts;
    std::vector<std::uint32_t> placeOf;
};

Result<DistinctViews> distinctViews(const std::vector<std::string_view>& texts, TaskContext& task)
{
    std::vector<SortEntry> entries(texts.size());
    std::vector<SortEntry> spare(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        // Any mixture of address and length will do: views that meet by chance are only not merged.
        const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(texts[i].data()));
        entries[i] = {
            address + (static_cast<std::uint64_t>(texts[i].size()) << 48U), static_cast<std::uint32_t>(i), 0};
    }
    TRY_VOID(radixSort(entries, spare, task.arena, task.stop));
    DistinctViews distinct;
    distinct.placeOf.resize(texts.size());
    const std::string_view* previous = nullptr;
    for (const SortEntry& entry : entries) {
        const std::string_view& text = texts[entry.item];
        if (!previous || previous->data() != text.data() || previous->size() != text.size())
            distinct.texts.push_back(text);
        distinct.placeOf[entry.item] = static_cast<std::uint32_t>(distinct.texts.size() - 1);
        previous = &text;
    }
    return distinct;
}

} // namespace

Result<std::vector<std::uint32_t>> rankTexts(const std::vector<std::string_view>& texts, TaskContext& task)
{
    TRY_ASSIGN(const DistinctViews distinct, distinctViews(texts, task));
    TRY_ASSIGN(const std::vector<SortEntry> sorted, TextSorter(distinct.texts, task).sort());
    std::vector<std::uint32_t> rankOf(distinct.texts.size());
    std::uint32_t rank = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        rank += 1 - sorted[i].group;
        rankOf[sorted[i].item] = rank;
    }
    std::vector<std::uint32_t> ranks(texts.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        ranks[i] = rankOf[distinct.placeOf[i]];
    return ranks;
}

} // namespace dumpscope::core
