// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filled_columns.h"

namespace dumpscope::gui {

bool isFilled(const core::FilterTable& table, std::size_t rows, std::string_view key)
{
    constexpr std::size_t kMostRows = 4096;
    const int column = table.columnByName(key);
    if (column < 0)
        return false;
    for (std::size_t row = 0; row < rows; row += 1 + rows / kMostRows) {
        if (!core::isNull(table.cell(row, column)))
            return true;
    }
    return rows == 0;
}

} // namespace dumpscope::gui
