// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "query/filter_expression.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Writing table rows, the same for every command and export. Columns are numbers of the table.
/// `--columns LIST`: names separated by commas; repeated names count once. Errors: Code::Usage with the place
/// and the nearest valid name, and for an empty list.
[[nodiscard]] Result<std::vector<int>> parseColumns(std::string_view list, const FilterTable& table);

/// The cells of one row as members of the object that is open: integers as integers, dimensions as arrays,
/// absent cells as null.
void writeRowMembers(
    JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns);
/// The row as an object.
void writeRowJson(JsonWriter& json, const FilterTable& table, std::size_t row, std::span<const int> columns);

/// RFC 4180 with line ends: a header of column names, and a row. An absent cell is an empty field and an
/// empty text is `""`; a row of one absent cell is `""` too, since an empty line is no row.
[[nodiscard]] std::string csvHeader(const FilterTable& table, std::span<const int> columns);
[[nodiscard]] std::string csvRow(const FilterTable& table, std::size_t row, std::span<const int> columns);

} // namespace dumpscope::core
