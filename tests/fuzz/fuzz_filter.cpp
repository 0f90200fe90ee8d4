// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/filter_expression.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace {

using namespace dumpscope::core;

/// Two rows with the awkward values of each type.
class SmallTable : public FilterTable {
public:
    [[nodiscard]] std::span<const Column> columns() const override { return kColumns; }
    [[nodiscard]] int columnByName(std::string_view name) const override
    {
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            if (kColumns[i].name == name)
                return static_cast<int>(i);
        }
        return name == "name" ? 0 : -1;
    }
    [[nodiscard]] Cell cell(std::size_t row, int column) const override
    {
        switch (column) {
        case 0:
            return Cell(std::string(row == 0 ? "conv1/Conv2D" : ""));
        case 1:
            return row == 0 ? Cell(std::numeric_limits<std::int64_t>::min()) : Cell();
        default:
            return Cell(row == 0 ? std::numeric_limits<double>::quiet_NaN() : -0.0);
        }
    }
    [[nodiscard]] int nameColumn() const override { return 0; }
    [[nodiscard]] bool has(std::size_t row, Property) const override { return row == 0; }

private:
    static constexpr std::array<Column, 3> kColumns {
        {{"op_name", ColumnType::Text}, {"step", ColumnType::Integer}, {"max", ColumnType::Real}}};
};

} // namespace

// What parses has a canonical text that parses again and means the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const SmallTable table;
    (void)completeFilter(text, size / 2, table);
    const auto filter = FilterExpression::parse(text, table);
    if (!filter)
        return 0;
    const std::string canonical = filter->text(table);
    const auto again = FilterExpression::parse(canonical, table);
    if (!again || again->text(table) != canonical)
        std::abort();
    for (const std::size_t row : {0U, 1U}) {
        if (filter->matches(table, row) != again->matches(table, row))
            std::abort();
    }
    return 0;
}
