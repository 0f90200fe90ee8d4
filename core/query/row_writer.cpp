// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_writer.h"

#include "base/text.h"

#include <algorithm>
#include <cwchar>

namespace dumpscope::core {

namespace {

void writeCell(JsonWriter& json, const Cell& cell, ColumnType type)
{
    if (type == ColumnType::Dimensions && !isNull(cell)) {
        json.raw(cellText(cell)); // "[2,3]" is JSON already
        return;
    }
    std::visit(
        [&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                json.null();
            else
                json.value(value);
        },
        cell);
}

struct CodePoint {
    char32_t value;
    std::size_t bytes;
};

/// Next character; a broken byte counts as one character of one column.
CodePoint decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (length == 1 || text.size() < length)
        return {lead, 1};
    char32_t value = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        value = (value << 6) | (byte(i) & 0x3FU);
    return {value, length};
}

/// East Asian wide and fullwidth blocks (Unicode TR 11, the ranges terminals agree on).
bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F)
        || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F)
        || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF)
        || (c >= 0x20000 && c <= 0x3FFFD);
}

std::size_t widthOf(char32_t c)
{
    if (c >= 0x300 && c <= 0x36F)
        return 0;
    return isWide(c) ? 2 : 1;
}

/// Keeps both ends: the start says the scope, the end says which operator.
std::string shortened(const std::string& text, std::size_t maxWidth)
{
    if (maxWidth < 4 || displayWidth(text) <= maxWidth)
        return text;
    const std::size_t keepFront = (maxWidth - 1) / 3;
    const std::size_t keepBack = maxWidth - 1 - keepFront;
    std::size_t front = 0;
    for (std::size_t width = 0; front < text.size();) {
        const CodePoint c = decode(std::string_view(text).substr(front));
        if (width + widthOf(c.value) > keepFront)
            break;
        width += widthOf(c.value);
        front += c.bytes;
    }
    std::size_t back = front;
    while (back < text.size() && displayWidth(std::string_view(text).substr(back)) > keepBack)
        back += decode(std::string_view(text).substr(back)).bytes;
    return text.substr(0, front) + "…" + text.substr(back);
}

} // namespace

void writeRowMembers(
    JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns)
{
    for (const int column : columns) {
        const FilterTable::Column& info = table.columns()[static_cast<std::size_t>(column)];
        json.key(info.name);
        writeCell(json, table.cell(row, column), info.type);
    }
}

void writeRowJson(JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns)
{
    json.beginObject();
    writeRowMembers(json, table, row, columns);
    json.endObject();
}

std::string csvHeader(const FilterTable& table, std::span<const int> columns)
{
    std::string line;
    for (const int column : columns) {
        if (!line.empty())
            line += ',';
        appendCsvField(line, table.columns()[static_cast<std::size_t>(column)].name);
    }
    return line + "\r\n";
}

std::string csvRow(const FilterTable& table, std::size_t row, std::span<const int> columns)
{
    std::string line;
    bool first = true;
    for (const int column : columns) {
        if (!first)
            line += ',';
        first = false;
        const Cell cell = table.cell(row, column);
        if (!isNull(cell))
            appendCsvField(line, cellText(cell));
    }
    return line + "\r\n";
}

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    while (!text.empty()) {
        const CodePoint c = decode(text);
        width += widthOf(c.value);
        text.remove_prefix(c.bytes);
    }
    return width;
}

TextTable::TextTable(std::vector<std::string> header, std::vector<bool> alignRight)
    : m_header(std::move(header))
    , m_alignRight(std::move(alignRight))
{
}

void TextTable::addRow(std::vector<std::string> cells)
{
    m_rows.push_back(std::move(cells));
}

void TextTable::write(const JsonWriter::Sink& sink, bool dropEmpty, std::size_t maxWidth) const
{
    std::vector<std::size_t> shown;
    std::vector<std::size_t> widths(m_header.size(), 0);
    for (std::size_t c = 0; c < m_header.size(); ++c) {
        const bool used = std::ranges::any_of(m_rows, [&](const auto& row) { return !row[c].empty(); });
        if (dropEmpty && !used && !m_rows.empty())
            continue;
        shown.push_back(c);
        widths[c] = displayWidth(m_header[c]);
        for (const auto& row : m_rows)
            widths[c] = std::max(widths[c], displayWidth(shortened(row[c], maxWidth)));
    }
    const auto writeLine = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (const std::size_t c : shown) {
            const std::string cell = shortened(cells[c], maxWidth);
            const std::string padding(widths[c] - displayWidth(cell), ' ');
            const bool last = c == shown.back();
            line += m_alignRight[c] ? padding + cell : last ? cell : cell + padding;
            if (!last)
                line += "  ";
        }
        sink(line + '\n');
    };
    writeLine(m_header);
    for (const auto& row : m_rows)
        writeLine(row);
}

} // namespace dumpscope::core
