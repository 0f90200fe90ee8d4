// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "query/filter_expression.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// One way of writing table rows, for every command and export. Columns are numbers of the table.

/// The members of one row inside an object that is already open: integers as integers, dimensions as
/// arrays, absent cells as null.
void writeRowMembers(
    JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns);
/// The row as an object.
void writeRowJson(JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns);

/// RFC 4180: a header of column names, then rows; absent cells are empty.
[[nodiscard]] std::string csvHeader(const FilterTable& table, std::span<const int> columns);
[[nodiscard]] std::string csvRow(const FilterTable& table, std::size_t row, std::span<const int> columns);

/// Columns of a terminal a text takes: wide characters count two, combining ones none.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// A readable table for terminals: a header, aligned columns, numbers to the right. Collects all
/// cells before it writes, since widths depend on them.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header, std::vector<bool> alignRight);
    void addRow(std::vector<std::string> cells);
    /// Columns in which no row has anything disappear when `dropEmpty`. Cells longer than `maxWidth`
    /// are shortened in the middle; 0 = never.
    void write(const JsonWriter::Sink& sink, bool dropEmpty, std::size_t maxWidth) const;

private:
    std::vector<std::string> m_header;
    std::vector<bool> m_alignRight;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace dumpscope::core
