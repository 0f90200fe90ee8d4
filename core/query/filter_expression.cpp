// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/filter_expression.h"

#include "query/filter_nodes.h"
#include "query/filter_parser.h"

#include <algorithm>

namespace dumpscope::core {

std::vector<std::string> FilterTable::valueHints(int) const
{
    return {};
}

bool FilterTable::hasBadness(int) const
{
    return false;
}

std::optional<double> FilterTable::badness(std::size_t row, int column) const
{
    return cellNumber(cell(row, column));
}

FilterTable::CellKeys FilterTable::cellKeys(const TableRows&, int, std::span<std::uint64_t>) const
{
    return CellKeys::Unknown;
}

bool FilterTable::appendText(std::size_t row, int column, std::string& to) const
{
    const Cell text = cell(row, column);
    to += cellView(text);
    return !isNull(text);
}

bool FilterTable::isMeasuredColumn(int) const
{
    return false;
}

bool FilterTable::isUnmeasured(std::size_t, int) const
{
    return false;
}

Message FilterTable::message(std::size_t row, int column) const
{
    return cellText(cell(row, column));
}

bool FilterTable::isUndecided(std::size_t, Property) const
{
    return false;
}

std::string bothFilters(const std::string& a, const std::string& b)
{
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    const auto part
        = [](const std::string& text) { return text.find(" or ") == text.npos ? text : '(' + text + ')'; };
    return part(a) + ' ' + part(b);
}

Result<FilterExpression> FilterExpression::parse(std::string_view text, const FilterTable& table)
{
    FilterExpression expression;
    TRY_ASSIGN(expression.m_root, parseFilter(text, table));
    return expression;
}

bool FilterExpression::matches(const FilterTable& table, std::size_t row) const
{
    return !m_root || m_root->matches(table, row);
}

bool FilterExpression::matchesEverything() const
{
    return !m_root;
}

bool FilterExpression::isUndecided(const FilterTable& table, std::size_t row) const
{
    return m_root && m_root->answer(table, row) == Node::Answer::Undecided;
}

bool FilterExpression::canBeUndecided(const FilterTable& table) const
{
    return std::ranges::any_of(columnsUsed(), [&](int column) { return table.isMeasuredColumn(column); });
}

std::vector<int> FilterExpression::columnsUsed() const
{
    std::vector<int> columns;
    if (m_root)
        m_root->collectColumns(columns);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
}

std::string FilterExpression::text(const FilterTable& table) const
{
    std::string out;
    if (m_root)
        m_root->appendText(out, table);
    return out;
}

} // namespace dumpscope::core
