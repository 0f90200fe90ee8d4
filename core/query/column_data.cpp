// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_data.h"

#include "base/text.h"
#include "tensor/shape.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

/// Fills one column, row by row.
class ColumnFiller {
public:
    ColumnFiller(ColumnType type, std::size_t rows)
    {
        m_data.type = type;
        m_data.rows = rows;
        m_data.valid.resize((rows + 7) / 8);
        if (type == ColumnType::Integer)
            m_data.integers.resize(rows);
        else if (type == ColumnType::Real)
            m_data.reals.resize(rows);
        else
            m_data.ends.resize(rows + 1);
    }

    void set(std::size_t row, const Cell& cell)
    {
        bool isThere = !isNull(cell);
        switch (m_data.type) {
        case ColumnType::Integer:
            isThere = isThere && setInteger(row, cell);
            break;
        case ColumnType::Real:
            if (isThere)
                m_data.reals[row] = cellNumber(cell).value_or(0);
            isThere = isThere && cellNumber(cell).has_value();
            break;
        case ColumnType::Text:
            if (isThere)
                addText(cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.text.size());
            break;
        case ColumnType::Dimensions:
            isThere = isThere && addDimensions(cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        mark(row, isThere);
    }

    /// The cell of an earlier row again.
    void repeat(std::size_t row, std::size_t earlier)
    {
        switch (m_data.type) {
        case ColumnType::Integer:
            m_data.integers[row] = m_data.integers[earlier];
            if (!m_large.empty() && std::ranges::binary_search(m_large, earlier))
                m_large.push_back(row);
            break;
        case ColumnType::Real:
            m_data.reals[row] = m_data.reals[earlier];
            break;
        case ColumnType::Text: {
            const auto begin = static_cast<std::size_t>(m_data.ends[earlier]);
            const auto size = static_cast<std::size_t>(m_data.ends[earlier + 1]) - begin;
            m_data.text.append(m_data.text, begin, size);
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.text.size());
            break;
        }
        case ColumnType::Dimensions:
            for (std::int64_t i = m_data.ends[earlier]; i < m_data.ends[earlier + 1]; ++i)
                m_data.integers.push_back(m_data.integers[static_cast<std::size_t>(i)]);
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        mark(row, m_data.has(earlier));
    }

    /// Negative numbers beside ones beyond int64 cannot both be kept: the latter are then absent.
    ColumnData finish() &&
    {
        m_data.isUnsigned = m_hasLarge && !m_hasNegative;
        if (m_hasLarge && m_hasNegative) {
            for (const std::size_t row : m_large) {
                m_data.integers[row] = 0;
                m_data.valid[row / 8] = static_cast<std::uint8_t>(m_data.valid[row / 8] & ~(1U << (row % 8)));
                ++m_data.nullCount;
            }
        }
        return std::move(m_data);
    }

private:
    bool setInteger(std::size_t row, const Cell& cell)
    {
        if (const auto* number = std::get_if<std::int64_t>(&cell)) {
            m_data.integers[row] = *number;
            m_hasNegative = m_hasNegative || *number < 0;
            return true;
        }
        if (const auto* number = std::get_if<std::uint64_t>(&cell)) {
            m_data.integers[row] = static_cast<std::int64_t>(*number);
            if (*number > std::uint64_t {std::numeric_limits<std::int64_t>::max()}) {
                m_hasLarge = true;
                m_large.push_back(row);
            }
            return true;
        }
        return false; // a count in a file that is no whole number
    }

    void addText(std::string_view text)
    {
        if (isUtf8(text))
            m_data.text += text;
        else
            m_data.text += percentEscaped(text);
    }

    bool addDimensions(std::string_view text)
    {
        const std::optional<Shape> dimensions = parseShape(text);
        if (dimensions)
            m_data.integers.insert(m_data.integers.end(), dimensions->begin(), dimensions->end());
        return dimensions.has_value();
    }

    void mark(std::size_t row, bool isThere)
    {
        if (isThere)
            m_data.valid[row / 8] = static_cast<std::uint8_t>(m_data.valid[row / 8] | 1U << (row % 8));
        else
            ++m_data.nullCount;
    }

    ColumnData m_data;
    bool m_hasNegative = false, m_hasLarge = false;
    std::vector<std::size_t> m_large; ///< rows of numbers beyond int64
};

/// Which row last had a key.
class KnownCells {
public:
    /// The row, or nothing; then the key is of `row` from now on.
    std::optional<std::size_t> find(std::uint64_t key, std::size_t row)
    {
        Entry& entry = m_entries[(key * 0x9E3779B97F4A7C15U) >> (64U - kBits)];
        if (entry.row < row && entry.key == key)
            return entry.row;
        entry = {key, row};
        return std::nullopt;
    }

private:
    static constexpr unsigned kBits = 12;
    struct Entry {
        std::uint64_t key = 0;
        std::size_t row = std::numeric_limits<std::size_t>::max();
    };
    std::vector<Entry> m_entries = std::vector<Entry>(std::size_t {1} << kBits);
};

Result<ColumnData> readColumn(
    const FilterTable& table, TableRows rows, int column, const std::stop_token& stop)
{
    constexpr std::size_t kRowsBetweenChecks = 8192;
    KnownCells known;
    ColumnFiller filler(table.columns()[static_cast<std::size_t>(column)].type, rows.count);
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (i % kRowsBetweenChecks == 0 && stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const std::size_t row = rows.at(i);
        const auto key = table.cellKey(row, column);
        const auto earlier = key ? known.find(*key, i) : std::nullopt;
        if (earlier)
            filler.repeat(i, *earlier);
        else
            filler.set(i, table.cell(row, column));
    }
    return std::move(filler).finish();
}

} // namespace

Result<std::vector<ColumnData>> readColumns(
    const FilterTable& table, TableRows rows, std::span<const int> columns, TaskContext& task)
{
    std::vector<ColumnData> data(columns.size());
    TRY_VOID(parallelFor(
        task.arena, columns.size(), 1, task.stop, [&](std::size_t begin, std::size_t end) -> Result<void> {
            for (std::size_t i = begin; i < end; ++i) {
                TRY_ASSIGN(data[i], readColumn(table, rows, columns[i], task.stop));
            }
            return {};
        }));
    return data;
}

} // namespace dumpscope::core
