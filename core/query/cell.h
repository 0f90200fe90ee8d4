// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/wide_integer.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace dumpscope::core {

/// A cell of a table row: absent, integer, real, or text. Views live as long as the row's table;
/// texts made on the fly are owned.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string_view, std::string>;

[[nodiscard]] inline bool isNull(const Cell& cell)
{
    return std::holds_alternative<std::monostate>(cell);
}
/// The value as text, as filters use it (numbers in shortest form).
[[nodiscard]] std::string cellText(const Cell& cell);
/// Numeric value, if the cell is a number (not a text that looks like one).
[[nodiscard]] std::optional<double> cellNumber(const Cell& cell);

/// A 64-bit integer.
[[nodiscard]] Cell integerCell(WideInteger integer);

/// A view of a text cell; empty for other cells.
[[nodiscard]] std::string_view cellView(const Cell& cell);
/// Exact comparison of two numbers, also between integers beyond 2^53 and reals; unordered when one
/// is NaN or no number.
[[nodiscard]] std::partial_ordering compareNumbers(const Cell& a, const Cell& b);

enum class ColumnType : std::uint8_t { Text, Integer, Real, Dimensions };

} // namespace dumpscope::core
