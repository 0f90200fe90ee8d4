// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"

#include <string>

namespace dumpscope::core {

/// The text of a cell of a table of tensors for people. Extremes (`min`, `max`, `abs_max`) are elements of
/// the tensor, so they have the shortest form of its type, as `valueText` writes it: 0.1 of a float32.
[[nodiscard]] std::string textInOwnType(const FilterTable& table, std::size_t row, int column);

} // namespace dumpscope::core
