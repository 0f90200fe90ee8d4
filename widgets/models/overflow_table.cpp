// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/overflow_table.h"

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

using core::Cell;
using core::ColumnType;

// Names of the contract, as in the records of `overflow`.
constexpr std::array<core::FilterTable::Column, 10> kRecordColumns {{
    {"op_name", ColumnType::Text},
    {"op_type", ColumnType::Text},
    {"rank", ColumnType::Integer},
    {"step", ColumnType::Integer},
    {"unit", ColumnType::Text},
    {"status", ColumnType::Text},
    {"stream_id", ColumnType::Integer},
    {"task_id", ColumnType::Integer},
    {"timestamp", ColumnType::Integer},
    {"file", ColumnType::Text},
}};
constexpr std::size_t kMostRecordHints = 50;

Cell cellOfNumber(const std::optional<std::uint64_t>& number)
{
    return number ? Cell(*number) : Cell();
}

Cell cellOfNumber(const std::optional<std::int64_t>& number)
{
    return number ? Cell(*number) : Cell();
}

std::vector<Cell> cellsOf(const OverflowItem& item)
{
    const core::DumpIndex& index = *item.root->index();
    const core::OverflowBlock* const lead = item.lead();
    const std::vector<core::TensorId> tensors = item.tensors();
    std::vector<Cell> row(kRecordColumns.size());
    row[0] = item.opName().toStdString();
    if (!tensors.empty())
        row[1] = std::string(index.text(index.tensor(tensors.front()).opType));
    row[2] = cellOfNumber(item.facts().rank);
    row[3] = cellOfNumber(item.facts().step);
    if (lead) {
        row[4] = std::string(core::overflowUnitWord(lead->unit));
        if (!lead->status().empty())
            row[5] = statusText(lead->status().front()).toStdString();
        row[6] = cellOfNumber(lead->applicable("stream_id"));
        row[7] = cellOfNumber(lead->applicable("task_id"));
    }
    if (item.get().timestamp != 0)
        row[8] = Cell(item.get().timestamp);
    row[9] = index.filePath(item.get().file);
    return row;
}

} // namespace

OverflowTable::OverflowTable(std::vector<OverflowItem> items)
{
    for (const OverflowItem& item : items) {
        m_rows.push_back(cellsOf(item));
        m_properties.emplace_back(item.get().record.isOverflow(), !item.get().record.problems.empty());
    }
}

std::span<const core::FilterTable::Column> OverflowTable::columns() const
{
    return kRecordColumns;
}

int OverflowTable::columnByName(std::string_view name) const
{
    const auto found = std::ranges::find(
        kRecordColumns, name == "name" ? std::string_view("op_name") : name, &Column::name);
    return found == kRecordColumns.end() ? -1 : static_cast<int>(found - kRecordColumns.begin());
}

core::Cell OverflowTable::cell(std::size_t row, int column) const
{
    return m_rows[row][static_cast<std::size_t>(column)];
}

bool OverflowTable::has(std::size_t row, Property property) const
{
    return property == Property::Overflow ? m_properties[row].first
        : property == Property::Problem   ? m_properties[row].second
                                          : false;
}

std::vector<std::string> OverflowTable::valueHints(int column) const
{
    std::vector<std::string> hints;
    for (const std::vector<Cell>& row : m_rows) {
        std::string text = core::cellText(row[static_cast<std::size_t>(column)]);
        if (!text.empty() && hints.size() < kMostRecordHints && std::ranges::find(hints, text) == hints.end())
            hints.push_back(std::move(text));
    }
    return hints;
}

} // namespace dumpscope::gui
