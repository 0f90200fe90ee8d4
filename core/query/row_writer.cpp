// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_writer.h"

#include "base/text.h"
#include "query/column_names.h"
#include "tensor/shape.h"

namespace dumpscope::core {

namespace {

void writeText(JsonWriter& json, std::string_view text, ColumnType type)
{
    const auto dimensions = type == ColumnType::Dimensions ? parseShape(text) : std::nullopt;
    if (!dimensions) {
        json.value(text);
        return;
    }
    json.beginArray();
    for (const std::int64_t dimension : *dimensions)
        json.value(dimension);
    json.endArray();
}

void writeCell(JsonWriter& json, const Cell& cell, ColumnType type)
{
    std::visit(
        [&json, type](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>)
                json.null();
            else if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>)
                writeText(json, value, type);
            else
                json.value(value);
        },
        cell);
}

void appendCsvCell(std::string& line, const Cell& cell, bool isOnlyOne)
{
    const std::string_view text = cellView(cell);
    if (cellNumber(cell))
        line += cellText(cell);
    else if (isNull(cell) ? isOnlyOne : text.empty())
        line += "\"\"";
    else
        appendCsvField(line, text);
}

} // namespace

Result<std::vector<int>> parseColumns(std::string_view list, const FilterTable& table)
{
    TRY_ASSIGN(const std::vector<ColumnListItem> items, parseColumnList(list, table, false));
    if (items.empty())
        return fail(usageErrorAt(list, 0, phrase("expected column names separated by commas")));
    std::vector<int> columns;
    columns.reserve(items.size());
    for (const ColumnListItem& item : items)
        columns.push_back(item.column);
    return columns;
}

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
        line += line.empty() ? "" : ",";
        appendCsvField(line, table.columns()[static_cast<std::size_t>(column)].name);
    }
    return line + "\r\n";
}

std::string csvRow(const FilterTable& table, std::size_t row, std::span<const int> columns)
{
    std::string line;
    std::string_view separator;
    for (const int column : columns) {
        line += separator;
        separator = ",";
        appendCsvCell(line, table.cell(row, column), columns.size() == 1);
    }
    return line + "\r\n";
}

} // namespace dumpscope::core
