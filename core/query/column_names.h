// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "query/filter_expression.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The column with the most similar name; empty for a table without columns.
[[nodiscard]] std::string_view nearestColumn(std::string_view name, const FilterTable& table);

/// Character position (from 1) of a byte offset; bytes that are no UTF-8 count one each.
[[nodiscard]] std::uint64_t characterPosition(std::string_view text, std::size_t offset);

/// Code::Usage at the character of byte `offset` in `text`.
[[nodiscard]] Error usageErrorAt(std::string_view text, std::size_t offset, Message message);

/// `text` in single quotes for a message, truncated if long.
[[nodiscard]] std::string quotedForMessage(std::string_view text);

/// Number of the column `name`, which is at byte `offset` of `text`. Errors: Code::Usage with the nearest
/// valid name.
[[nodiscard]] Result<int> requireColumn(
    std::string_view name, const FilterTable& table, std::string_view text, std::size_t offset);

/// One item of a comma-separated list of columns.
struct ColumnListItem {
    int column = 0;
    bool minus = false;
    bool isWorst = false; ///< `worst:` was before the name
};
/// Before the name of a column that has a worst cell.
inline constexpr std::string_view kWorstFirst = "worst:";
/// "key,-key"; blanks around keys are ignored, repeated keys are dropped, an empty list is an empty result. A
/// `-` and `worst:` are accepted only with `allowMinus`. Errors: Code::Usage as of requireColumn, and for
/// `worst:` before a column without (FilterTable::hasBadness).
[[nodiscard]] Result<std::vector<ColumnListItem>> parseColumnList(
    std::string_view text, const FilterTable& table, bool allowMinus);

} // namespace dumpscope::core
