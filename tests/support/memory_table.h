// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::test {

/// A table whose cells are given one by one. The first text column is the one words search.
class MemoryTable : public core::FilterTable {
public:
    using Row = std::vector<core::Cell>;

    MemoryTable(std::vector<Column> columns, int nameColumn)
        : m_columns(std::move(columns))
        , m_nameColumn(nameColumn)
    {
    }
    void add(Row row, std::set<Property> properties = {})
    {
        m_rows.push_back(std::move(row));
        m_properties.push_back(std::move(properties));
    }
    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }

    [[nodiscard]] std::span<const Column> columns() const override { return m_columns; }
    [[nodiscard]] int columnByName(std::string_view name) const override
    {
        const std::string_view wanted = name == "name" ? "op_name" : name;
        const auto found = std::find_if(m_columns.begin(), m_columns.end(),
            [wanted](const Column& column) { return column.name == wanted; });
        return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
    }
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override
    {
        return m_rows[row][static_cast<std::size_t>(column)];
    }
    [[nodiscard]] int nameColumn() const override { return m_nameColumn; }
    [[nodiscard]] bool has(std::size_t row, Property property) const override
    {
        return m_properties[row].contains(property);
    }
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override
    {
        std::vector<std::string> hints;
        for (const Row& row : m_rows) {
            const std::string text = core::cellText(row[static_cast<std::size_t>(column)]);
            if (!text.empty() && std::find(hints.begin(), hints.end(), text) == hints.end())
                hints.push_back(text);
        }
        return hints;
    }

private:
    std::vector<Column> m_columns;
    int m_nameColumn;
    std::vector<Row> m_rows;
    std::vector<std::set<Property>> m_properties;
};

} // namespace dumpscope::test
