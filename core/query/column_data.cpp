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
                addText(cell);
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.text.size());
            break;
        case ColumnType::Dimensions:
            isThere = isThere && addDimensions(cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        if (isThere)
            m_data.valid[row / 8] = static_cast<std::uint8_t>(m_data.valid[row / 8] | 1U << (row % 8));
        else
            ++m_data.nullCount;
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

    void addText(const Cell& cell)
    {
        const std::string_view text = cellView(cell);
        // Cells of one column often are one text of a pool.
        if (text.data() == m_last.data() && text.size() == m_last.size() && !text.empty()) {
            m_data.text += m_last;
            return;
        }
        if (!isUtf8(text)) {
            m_data.text += percentEscaped(text);
            return;
        }
        m_data.text += text;
        m_last = std::holds_alternative<std::string_view>(cell) ? text : std::string_view();
    }

    bool addDimensions(std::string_view text)
    {
        if (m_lastDimensions != text || !m_dimensions) {
            m_lastDimensions = text;
            m_dimensions = parseShape(text);
        }
        if (!m_dimensions)
            return false;
        m_data.integers.insert(m_data.integers.end(), m_dimensions->begin(), m_dimensions->end());
        return true;
    }

    ColumnData m_data;
    bool m_hasNegative = false, m_hasLarge = false;
    std::vector<std::size_t> m_large; ///< rows of numbers beyond int64
    std::string_view m_last;          ///< valid UTF-8 that lives as long as the table
    std::string m_lastDimensions;
    std::optional<Shape> m_dimensions;
};

Result<ColumnData> readColumn(
    const FilterTable& table, TableRows rows, int column, const std::stop_token& stop)
{
    constexpr std::size_t kRowsBetweenChecks = 8192;
    ColumnFiller filler(table.columns()[static_cast<std::size_t>(column)].type, rows.count);
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (i % kRowsBetweenChecks == 0 && stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        filler.set(i, table.cell(rows.at(i), column));
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
