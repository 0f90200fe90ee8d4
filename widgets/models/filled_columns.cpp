// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filled_columns.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostRows = 1U << 16;

} // namespace

bool isFilled(const core::FilterTable& table, std::size_t rows, std::string_view key)
{
    const int column = table.columnByName(key);
    if (column < 0)
        return false;
    for (std::size_t row = 0; row < rows; row += 1 + rows / kMostRows) {
        if (!core::isNull(table.cell(row, column)))
            return true;
    }
    return rows == 0;
}

bool countsSomewhere(const core::FilterTable& table, std::size_t rows, std::string_view key)
{
    const int column = table.columnByName(key);
    if (column < 0)
        return false;
    for (std::size_t row = 0; row < std::min(rows, kMostRows); ++row) {
        const core::Cell cell = table.cell(row, column);
        const auto* const whole = std::get_if<std::int64_t>(&cell);
        const auto* const count = std::get_if<std::uint64_t>(&cell);
        if ((whole && *whole > 0) || (count && *count > 0))
            return true;
    }
    return rows > kMostRows;
}

} // namespace dumpscope::gui
