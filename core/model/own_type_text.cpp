// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/own_type_text.h"

#include "tensor/element_text.h"

namespace dumpscope::core {

std::string textInOwnType(const FilterTable& table, std::size_t row, int column)
{
    const Cell cell = table.cell(row, column);
    const double* const real = std::get_if<double>(&cell);
    const std::string_view key = table.columns()[static_cast<std::size_t>(column)].name;
    const int dtype = table.columnByName("dtype");
    if (real && dtype >= 0 && (key == "min" || key == "max" || key == "abs_max")) {
        if (const auto type = dtypeFromName(cellView(table.cell(row, dtype))))
            // 1.02 is 1.0234375 among bfloat16 alone: files and other programs have it as float32.
            return valueText(*real, *type == DType::BFloat16 ? DType::Float32 : *type);
    }
    return cellText(cell);
}

} // namespace dumpscope::core
