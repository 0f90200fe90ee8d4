// SPDX-License-Identifier: GPL-3.0-or-later
// Any text: parsing ends cleanly, what parses can be evaluated, and its text parses to the same.
#include "query/filter_expression.h"

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace {

using namespace dumpscope::core;

class FuzzTable : public FilterTable {
public:
    static constexpr std::size_t kRows = 4;

    std::span<const Column> columns() const override { return kColumns; }
    int columnByName(std::string_view name) const override
    {
        const std::string_view wanted = name == "name" ? "op_name" : name;
        for (std::size_t i = 0; i < std::size(kColumns); ++i) {
            if (kColumns[i].name == wanted)
                return static_cast<int>(i);
        }
        return -1;
    }
    Cell cell(std::size_t row, int column) const override
    {
        constexpr std::string_view kNames[kRows] = {"layer1/conv 2", "", "\xFF(\"x\")", "a1"};
        constexpr double kReals[kRows] = {0.5, std::numeric_limits<double>::quiet_NaN(), -0.0, 1e300};
        if (row == 1 && column != 0)
            return {};
        if (column == 0)
            return kNames[row];
        if (column == 1)
            return std::string("[2,3]");
        if (column == 2)
            return static_cast<std::uint64_t>(row) << 62U;
        return kReals[row];
    }
    int nameColumn() const override { return 0; }
    bool has(std::size_t row, Property property) const override
    {
        return row == static_cast<std::size_t>(property);
    }

private:
    static constexpr Column kColumns[] = {{"op_name", ColumnType::Text}, {"shape", ColumnType::Dimensions},
        {"step", ColumnType::Integer}, {"max", ColumnType::Real}};
};

void require(bool condition)
{
    if (!condition)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzTable table;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (std::size_t cursor = 0; cursor <= size; cursor += size / 16 + 1)
        require(completeFilter(text, cursor, table).from <= size);
    const auto filter = FilterExpression::parse(text, table);
    if (!filter) {
        require(filter.error().code == Code::Usage);
        require(filter.error().place.column >= 1 && filter.error().place.column <= size + 1);
        return 0;
    }
    const std::string canonical = filter->text(table);
    const auto again = FilterExpression::parse(canonical, table);
    // Quotes and parentheses may make the text longer than a filter may be.
    if (!again && canonical.size() > size)
        return 0;
    require(again.has_value());
    require(again->text(table) == canonical);
    for (std::size_t row = 0; row < FuzzTable::kRows; ++row)
        require(filter->matches(table, row) == again->matches(table, row));
    return 0;
}
