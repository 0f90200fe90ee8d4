// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Columns that UTF-8 text takes on a terminal: 2 for wide characters (Chinese, Japanese, Korean,
/// emoji), 0 for combining ones, else 1. A byte that is no UTF-8 takes 1.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// `text` if it fits in `width` columns, else its beginning and twice as much of its end around `…`, since
/// the end of a name identifies the operator. At least one column.
[[nodiscard]] std::string shortenedInMiddle(std::string_view text, std::size_t width);

} // namespace dumpscope::core
