// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/own_type_text.h"

#include "tensor/element_text.h"

namespace dumpscope::core {

std::string extremeText(double value, DType dtype)
{
    return valueText(value, dtype == DType::BFloat16 ? DType::Float32 : dtype);
}

std::string textInOwnType(const FilterTable& table, std::size_t row, int column)
{
    const Cell cell = table.cell(row, column);
    const double* const real = std::get_if<double>(&cell);
    const std::string_view key = table.columns()[static_cast<std::size_t>(column)].name;
    const int dtype = table.columnByName("dtype");
    if (real && dtype >= 0 && (key == "min" || key == "max" || key == "abs_max")) {
        if (const auto type = dtypeFromName(cellView(table.cell(row, dtype))))
            return extremeText(*real, *type);
    }
    return cellText(cell);
}

} // namespace dumpscope::core
