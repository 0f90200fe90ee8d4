// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/large_pages.h"
#include "base/text.h"
#include "model/index_linker.h"
#include "model/row_groups.h"
#include "query/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

namespace dumpscope::core {

namespace {

/// A folder of tensors stands where the folder above it does, and one of an operator or module where its
/// execution does, so that all sort as one.
std::string_view orderPath(const IndexParts& parts, const FolderRow& folder)
{
    std::string_view path = parts.strings.text(folder.path);
    const std::uint32_t levels = folder.facts.module.empty() ? levelsBelowTable(folder.facts) : 1;
    for (std::uint32_t i = 0; i < levels; ++i) {
        const std::size_t slash = path.rfind('/');
        path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    }
    return path;
}

} // namespace

std::vector<std::uint32_t> folderOrder(const IndexParts& parts)
{
    std::vector<std::uint32_t> order(parts.folders.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto number = [](const std::optional<std::int64_t>& value) { return value.value_or(-1); };
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
        const FolderRow& left = parts.folders[a];
        const FolderRow& right = parts.folders[b];
        if (const auto c = naturalCompare(left.facts.run, right.facts.run); c != 0)
            return c < 0;
        const auto key = [&](const FolderFacts& f) { return std::tuple(number(f.rank), number(f.deviceId)); };
        if (key(left.facts) != key(right.facts))
            return key(left.facts) < key(right.facts);
        if (const auto c = naturalCompare(left.facts.model, right.facts.model); c != 0)
            return c < 0;
        const auto graph = [&](const FolderFacts& f) {
            return std::tuple(number(f.modelId), number(f.graphId), number(f.step));
        };
        if (graph(left.facts) != graph(right.facts))
            return graph(left.facts) < graph(right.facts);
        return naturalCompare(orderPath(parts, left), orderPath(parts, right)) < 0;
    };
    std::sort(order.begin(), order.end(), isBefore);
    std::vector<std::uint32_t> ranks(order.size());
    for (std::uint32_t i = 1; i < order.size(); ++i)
        ranks[order[i]] = ranks[order[i - 1]] + (isBefore(order[i - 1], order[i]) ? 1 : 0);
    return ranks;
}

namespace {

/// Place of each operator name in natural order; equal texts share an id already.
std::vector<std::uint32_t> operatorNameRanks(const IndexParts& parts, const TensorWrites& tensors)
{
    const StringPool& strings = parts.strings;
    std::vector<StringId> names;
    for (const std::uint32_t row : tensors.groups.firstRow)
        names.push_back(parts.tensors[row].opName);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::sort(names.begin(), names.end(),
        [&](StringId a, StringId b) { return naturalCompare(strings.text(a), strings.text(b)) < 0; });
    std::vector<std::uint32_t> ranks(strings.size(), 0);
    for (std::size_t i = 0; i < names.size(); ++i)
        ranks[names[i].value()] = static_cast<std::uint32_t>(i);
    return ranks;
}

/// When each operator was first written in each turn of a loop, so that inputs and outputs of one turn stay
/// together.
class FirstTimes {
public:
    FirstTimes(const IndexParts& parts, const TensorWrites& tensors)
        : m_groupOf(tensors.groups.groupOf)
        , m_counts(tensors.count)
    {
        const std::vector<TensorRow>& rows = parts.tensors;
        const std::vector<std::uint32_t>& firstRow = tensors.groups.firstRow;
        const auto operatorOf = [&](std::uint32_t tensor) {
            const TensorRow& row = rows[firstRow[tensor]];
            return std::tuple(row.folder, row.opType, row.opName);
        };
        const auto hashOf = [&](std::uint32_t tensor) {
            const auto [folder, opType, opName] = operatorOf(tensor);
            return mixedHash(folder.value(), (std::uint64_t {opType.value()} << 32) | opName.value());
        };
        const RowGroups operators = groupRows(
            static_cast<std::uint32_t>(firstRow.size()), hashOf,
            [&](std::uint32_t a, std::uint32_t b) { return operatorOf(a) == operatorOf(b); },
            [](std::uint32_t, std::uint32_t) {});

        // Turns of one operator stand side by side.
        std::vector<std::uint32_t> firstTurn(operators.firstRow.size() + 1, 0);
        for (std::size_t tensor = 0; tensor < firstRow.size(); ++tensor) {
            std::uint32_t& turns = firstTurn[operators.groupOf[tensor] + std::size_t {1}];
            turns = std::max(turns, tensors.count[tensor]);
        }
        std::partial_sum(firstTurn.begin(), firstTurn.end(), firstTurn.begin());
        for (const std::uint32_t op : operators.groupOf)
            m_firstTurn.push_back(firstTurn[op]);
        m_times.resize(firstTurn.back(), std::numeric_limits<std::uint64_t>::max());
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            std::uint64_t& time = m_times[turnOf(i, rows[i])];
            time = std::min(time, rows[i].timestamp);
        }
    }
    [[nodiscard]] std::uint64_t of(std::uint32_t i, const TensorRow& row) const
    {
        return m_times[turnOf(i, row)];
    }

private:
    [[nodiscard]] std::size_t turnOf(std::uint32_t i, const TensorRow& row) const
    {
        // Recorded occurrences may be any number; counted ones are below that of the writes.
        const std::uint32_t turns = m_counts[m_groupOf[i]];
        return m_firstTurn[m_groupOf[i]] + std::min(row.occurrence, std::max(turns, 1U) - 1);
    }

    const std::vector<std::uint32_t>& m_groupOf;
    const std::vector<std::uint32_t>& m_counts; ///< writes, per tensor
    std::vector<std::uint32_t> m_firstTurn;     ///< per tensor: place of its operator's first turn
    std::vector<std::uint64_t> m_times;
};

/// What rows are ordered by, the most significant first.
class RowKeys {
public:
    static constexpr std::size_t kFields = 9;
    using Fields = std::array<std::uint64_t, kFields>;
    static constexpr std::size_t kFile = 7; ///< this field and the next say where in the dump a row is from

    RowKeys(const IndexParts& parts, const TensorWrites& tensors)
        : m_parts(parts)
        , m_folders(folderOrder(parts))
        , m_names(operatorNameRanks(parts, tensors))
        , m_times(parts, tensors)
    {
    }
    [[nodiscard]] Fields of(std::uint32_t i) const
    {
        const TensorRow& row = m_parts.tensors[i];
        constexpr std::uint32_t kSign = 0x80000000U; // so that -1 is before 0
        return {m_folders[row.folder.value()], row.execIndex, m_times.of(i, row), m_names[row.opName.value()],
            row.occurrence, static_cast<std::uint8_t>(row.io), static_cast<std::uint32_t>(row.slot) ^ kSign,
            row.file.value(), row.ordinal};
    }

private:
    const IndexParts& m_parts;
    std::vector<std::uint32_t> m_folders, m_names;
    FirstTimes m_times;
};

/// As many fields as go into 64 bits, of which each takes as many as it needs, and the top of the next.
class KeyPacking {
public:
    KeyPacking(const RowKeys::Fields& low, const RowKeys::Fields& high, std::size_t fields)
        : m_low(low)
    {
        unsigned left = kBits;
        for (std::size_t f = 0; f < fields; ++f) {
            const auto width = static_cast<unsigned>(std::bit_width(high[f] - low[f]));
            m_isWhole = width <= left;
            const unsigned taken = std::min(width, left);
            if (taken > 0)
                m_parts.push_back({f, width - taken, left - taken});
            left -= taken;
            if (!m_isWhole)
                return;
        }
    }
    /// Whether rows with equal keys are equal in all fields.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] std::uint64_t of(const RowKeys::Fields& fields) const
    {
        std::uint64_t key = 0;
        for (const Part& part : m_parts)
            key |= (fields[part.field] - m_low[part.field]) >> part.dropped << part.shift;
        return key;
    }

private:
    static constexpr unsigned kBits = 64;
    struct Part {
        std::size_t field;
        unsigned dropped, shift;
    };
    RowKeys::Fields m_low;
    std::vector<Part> m_parts;
    bool m_isWhole = true;
};

/// What the keys of consecutive rows have in common.
class KeyRange {
public:
    KeyRange(const RowKeys& keys, std::uint32_t begin, std::uint32_t end)
        : m_low(keys.of(begin))
        , m_high(m_low)
        , m_firstPlace(placeOf(m_low))
        , m_lastPlace(m_firstPlace)
    {
        for (std::uint32_t i = begin + 1; i < end; ++i) {
            const RowKeys::Fields fields = keys.of(i);
            extend(fields, fields);
            m_inFileOrder = m_inFileOrder && m_lastPlace <= placeOf(fields);
            m_lastPlace = placeOf(fields);
        }
    }
    void merge(const KeyRange& later)
    {
        extend(later.m_low, later.m_high);
        m_inFileOrder = m_inFileOrder && later.m_inFileOrder && m_lastPlace <= later.m_firstPlace;
        m_lastPlace = later.m_lastPlace;
    }
    [[nodiscard]] KeyPacking packing() const
    {
        // A stable sort keeps the order of the files without being asked.
        return {m_low, m_high, m_inFileOrder ? RowKeys::kFile : RowKeys::kFields};
    }

private:
    using Place = std::pair<std::uint64_t, std::uint64_t>; ///< file, and tensor in it

    [[nodiscard]] static Place placeOf(const RowKeys::Fields& fields)
    {
        return {fields[RowKeys::kFile], fields[RowKeys::kFile + 1]};
    }
    void extend(const RowKeys::Fields& low, const RowKeys::Fields& high)
    {
        for (std::size_t f = 0; f < low.size(); ++f) {
            m_low[f] = std::min(m_low[f], low[f]);
            m_high[f] = std::max(m_high[f], high[f]);
        }
    }

    RowKeys::Fields m_low, m_high;
    Place m_firstPlace, m_lastPlace;
    bool m_inFileOrder = true;
};

/// Rows that one thread takes at a time.
constexpr std::size_t kRowPart = 1U << 15;

Result<KeyPacking> packingOf(const RowKeys& keys, std::size_t rows, const Arena& arena)
{
    std::optional<KeyRange> whole;
    const auto rangeOf = [&](std::size_t begin, std::size_t end) -> Result<KeyRange> {
        return KeyRange(keys, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    };
    const auto add = [&whole](const KeyRange& part) -> Result<void> {
        if (whole)
            whole->merge(part);
        else
            whole = part;
        return {};
    };
    TRY_VOID(parallelMapReduce<KeyRange>(arena, rows, kRowPart, {}, rangeOf, add));
    return whole->packing();
}

} // namespace

Result<std::vector<std::uint32_t>> contractOrder(const IndexParts& parts, const TensorWrites& tensors)
{
    const std::size_t rows = parts.tensors.size();
    if (rows == 0)
        return std::vector<std::uint32_t>();
    const RowKeys keys(parts, tensors);
    TRY_ASSIGN(const KeyPacking packing, packingOf(keys, rows, parts.arena));
    const LargeArray<SortEntry> memory(rows);
    const std::span<SortEntry> entries = memory.span();
    const auto fill = [&](std::size_t begin, std::size_t end) -> Result<void> {
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = static_cast<std::uint32_t>(i);
            entries[i] = {packing.of(keys.of(row)), row, 0};
        }
        return {};
    };
    TRY_VOID(parallelFor(parts.arena, rows, kRowPart, {}, fill));
    if (!std::ranges::is_sorted(entries, {}, &SortEntry::key)) {
        const LargeArray<SortEntry> spare(rows);
        TRY_VOID(radixSort(entries, spare.span(), parts.arena, {}));
    }
    for (auto begin = entries.begin(); !packing.isWhole() && begin != entries.end();) {
        const auto end = std::find_if(
            begin, entries.end(), [&](const SortEntry& entry) { return entry.key != begin->key; });
        std::sort(begin, end, [&](const SortEntry& a, const SortEntry& b) {
            return std::pair(keys.of(a.item), a.item) < std::pair(keys.of(b.item), b.item);
        });
        begin = end;
    }
    std::vector<std::uint32_t> order(rows);
    std::ranges::transform(entries, order.begin(), &SortEntry::item);
    return order;
}

} // namespace dumpscope::core
