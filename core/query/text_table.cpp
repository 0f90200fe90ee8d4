// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/text_table.h"

#include "base/text.h"
#include "query/display_width.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kPiece = 64U << 10;
constexpr std::size_t kGap = 2;
/// A single long cell must not push the rest of every row out of sight; it sticks out instead.
constexpr std::size_t kWidest = 200;
constexpr std::size_t kReadable = 16;

/// Cells of a row as they can be printed.
void readRow(const TextTable::RowSource& rows, std::size_t row, std::vector<std::string>& cells)
{
    for (std::string& cell : cells)
        cell.clear();
    rows(row, cells);
    for (std::string& cell : cells)
        cell = printable(cell);
}

} // namespace

struct TextTable::Layout {
    std::vector<std::size_t> shown;  ///< columns, in order
    std::vector<std::size_t> widths; ///< of all columns
};

TextTable::TextTable(std::vector<Column> columns, Options options)
    : m_columns(std::move(columns))
    , m_options(options)
{
}

TextTable::Layout TextTable::measure(std::size_t rowCount, const RowSource& rows) const
{
    Layout layout;
    layout.widths.resize(m_columns.size());
    std::vector<std::string> cells(m_columns.size());
    for (std::size_t row = 0; row < rowCount; ++row) {
        readRow(rows, row, cells);
        for (std::size_t i = 0; i < cells.size(); ++i)
            layout.widths[i] = std::max(layout.widths[i], std::min(displayWidth(cells[i]), kWidest));
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (layout.widths[i] > 0 || rowCount == 0 || !m_options.dropEmpty)
            layout.shown.push_back(i);
        layout.widths[i] = std::max(layout.widths[i], displayWidth(m_columns[i].title));
    }
    fit(layout);
    return layout;
}

void TextTable::fit(Layout& layout) const
{
    std::size_t total = layout.shown.empty() ? 0 : kGap * (layout.shown.size() - 1);
    for (const std::size_t i : layout.shown)
        total += layout.widths[i];
    while (m_options.width != 0 && total > m_options.width) {
        std::size_t* widest = nullptr;
        for (const std::size_t i : layout.shown) {
            const bool mayShrink = !m_columns[i].isNumeric
                && layout.widths[i] > std::max(kReadable, displayWidth(m_columns[i].title));
            if (mayShrink && (!widest || layout.widths[i] > *widest))
                widest = &layout.widths[i];
        }
        if (!widest)
            return;
        --*widest;
        --total;
    }
}

void TextTable::appendLine(
    std::string& out, const Layout& layout, const std::vector<std::string>& cells) const
{
    const std::size_t begin = out.size();
    for (const std::size_t i : layout.shown) {
        const bool isNumeric = m_columns[i].isNumeric;
        const std::size_t room = layout.widths[i];
        const std::string cell
            = m_options.width == 0 || isNumeric ? cells[i] : shortenedInMiddle(cells[i], room);
        const std::size_t width = displayWidth(cell);
        const std::size_t padding = room > width ? room - width : 0;
        out.append(out.size() == begin ? 0 : kGap, ' ').append(isNumeric ? padding : 0, ' ').append(cell);
        out.append(isNumeric || i == layout.shown.back() ? 0 : padding, ' ');
    }
    out.erase(std::max(begin, out.find_last_not_of(' ') + 1));
    out += '\n';
}

void TextTable::write(const Sink& sink, std::size_t rowCount, const RowSource& rows) const
{
    const Layout layout = measure(rowCount, rows);
    std::vector<std::string> cells;
    for (const Column& column : m_columns)
        cells.push_back(column.title);
    std::string text;
    appendLine(text, layout, cells);
    for (std::size_t row = 0; row < rowCount; ++row) {
        readRow(rows, row, cells);
        appendLine(text, layout, cells);
        if (text.size() >= kPiece) {
            sink(text);
            text.clear();
        }
    }
    sink(text);
}

} // namespace dumpscope::core
