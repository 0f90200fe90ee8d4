// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"
#include "tensor/dtype.h"

#include <string>

namespace dumpscope::core {

/// An extreme of a tensor of this type, in the shortest form of the type as `valueText` writes it; of
/// bfloat16 in that of float32, as which files and other programs have it: 1.0234375, which is 1.02 among
/// bfloat16 alone.
[[nodiscard]] std::string extremeText(double value, DType dtype);

/// The text of a cell of a table of tensors for people. Extremes (`min`, `max`, `abs_max`) are elements of
/// the tensor: 0.1 of a float32.
[[nodiscard]] std::string textInOwnType(const FilterTable& table, std::size_t row, int column);

} // namespace dumpscope::core
