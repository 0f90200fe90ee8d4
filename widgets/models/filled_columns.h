// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"

#include <string_view>

namespace dumpscope::gui {

/// Whether one of the `rows` of `table` has something in the column `key`: a column that is empty everywhere
/// takes the room of the names. Of many rows those here and there are looked at; while there are none, every
/// column counts as filled.
[[nodiscard]] bool isFilled(const core::FilterTable& table, std::size_t rows, std::string_view key);
/// Whether one of the `rows` counts more than nothing in the column `key`. Nobody looks at more than 2^16
/// rows for that: then there may be one.
[[nodiscard]] bool countsSomewhere(const core::FilterTable& table, std::size_t rows, std::string_view key);

} // namespace dumpscope::gui
