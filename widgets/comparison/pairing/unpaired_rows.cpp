// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/unpaired_rows.h"

#include "model/tensor_place.h"

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

using core::ColumnType;

// `side`, `reason` and `nearest` are the list's own; the others are those of tensors.
constexpr std::array<core::FilterTable::Column, 14> kUnpairedColumns {{
    {"side", ColumnType::Text},
    {"op_name", ColumnType::Text},
    {"op_type", ColumnType::Text},
    {"io", ColumnType::Text},
    {"slot", ColumnType::Integer},
    {"dtype", ColumnType::Text},
    {"shape", ColumnType::Dimensions},
    {"run", ColumnType::Text},
    {"rank", ColumnType::Integer},
    {"step", ColumnType::Integer},
    {"exec_index", ColumnType::Integer},
    {"reason", ColumnType::Text},
    {"nearest", ColumnType::Text},
    {"id", ColumnType::Text},
}};

} // namespace

UnpairedRows::UnpairedRows(std::shared_ptr<const core::Comparison> comparison)
    : m_comparison(std::move(comparison))
    , m_target(m_comparison->pairs->target().index)
    , m_golden(m_comparison->pairs->golden().index)
{
}

std::size_t UnpairedRows::rows() const
{
    return m_comparison->unpairedTarget.size() + m_comparison->unpairedGolden.size();
}

bool UnpairedRows::isTarget(std::size_t row) const
{
    return row < m_comparison->unpairedTarget.size();
}

const core::UnpairedTensor& UnpairedRows::at(std::size_t row) const
{
    return isTarget(row) ? m_comparison->unpairedTarget[row]
                         : m_comparison->unpairedGolden[row - m_comparison->unpairedTarget.size()];
}

std::span<const core::FilterTable::Column> UnpairedRows::columns() const
{
    return kUnpairedColumns;
}

int UnpairedRows::columnByName(std::string_view name) const
{
    const std::string_view key = name == "name" ? std::string_view("op_name") : name;
    const auto* const found = std::ranges::find(kUnpairedColumns, key, &Column::name);
    return found == kUnpairedColumns.end() ? -1 : static_cast<int>(found - kUnpairedColumns.begin());
}

std::string UnpairedRows::slotText(std::size_t row) const
{
    const core::DumpIndex& index
        = isTarget(row) ? *m_comparison->pairs->target().index : *m_comparison->pairs->golden().index;
    const core::TensorId id = at(row).id;
    const std::string_view inside = core::placeInSlot(index, id);
    return inside.empty() ? std::string() : std::to_string(index.tensor(id).slot) + '.' + std::string(inside);
}

core::Cell UnpairedRows::cell(std::size_t row, int column) const
{
    const std::string_view key = kUnpairedColumns[static_cast<std::size_t>(column)].name;
    const core::UnpairedTensor& tensor = at(row);
    if (key == "side")
        return std::string_view(isTarget(row) ? "target" : "golden");
    if (key == "reason")
        return tensor.reason.text();
    if (key == "nearest") {
        const core::DumpIndex& other
            = isTarget(row) ? *m_comparison->pairs->golden().index : *m_comparison->pairs->target().index;
        std::string names;
        std::vector<core::StringId> named; // in other steps and slots stands the same operator
        for (const core::TensorId id : tensor.nearest) {
            const core::StringId name = other.tensor(id).opName;
            if (!name.isValid() || std::ranges::find(named, name) != named.end())
                continue;
            named.push_back(name);
            names += (names.empty() ? "" : ", ") + std::string(other.text(name));
        }
        return names.empty() ? core::Cell() : core::Cell(std::move(names));
    }
    const core::TensorTable& table = isTarget(row) ? m_target : m_golden;
    return table.cell(tensor.id.value(), table.columnByName(key));
}

} // namespace dumpscope::gui
