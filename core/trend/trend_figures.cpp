// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_figures.h"

#include "base/nearest_word.h"
#include "query/row_chunks.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

TrendColumn::TrendColumn(std::vector<double> values, std::vector<std::uint8_t> known)
    : m_values(std::move(values))
    , m_known(std::move(known))
    , m_count(static_cast<std::size_t>(
          std::count_if(m_known.begin(), m_known.end(), [](std::uint8_t isKnown) { return isKnown != 0; })))
{
}

Result<std::shared_ptr<const TrendColumn>> TrendFigures::made(const std::string& name, const Make& make) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_columns.find(name); found != m_columns.end())
            return found->second;
    }
    // Made without the lock: two that ask at once make it twice, and the first stays.
    TRY_ASSIGN(TrendColumn column, make());
    const std::lock_guard lock(m_mutex);
    return m_columns.try_emplace(name, std::make_shared<const TrendColumn>(std::move(column))).first->second;
}

Result<std::shared_ptr<const TrendColumn>> TrendFigures::column(
    std::string_view name, TaskContext& task) const
{
    const int column = m_table.columnByName(name);
    const auto type
        = column < 0 ? ColumnType::Text : m_table.columns()[static_cast<std::size_t>(column)].type;
    if (type != ColumnType::Integer && type != ColumnType::Real) {
        NearestWord nearest(name);
        for (const FilterTable::Column& one : m_table.columns()) {
            if (one.type == ColumnType::Integer || one.type == ColumnType::Real)
                nearest.consider(one.name);
        }
        const std::string_view near = nearest.word();
        return fail(Code::Usage,
            near.empty() ? phrase("'%1' is no figure of tensors", name)
                         : phrase("'%1' is no figure of tensors; did you mean %2?", name, near));
    }
    return made(std::string(name), [&]() -> Result<TrendColumn> {
        const std::span<const TrendCell> cells = m_cube.cells();
        std::vector<double> values(cells.size());
        std::vector<std::uint8_t> known(cells.size());
        TRY_VOID(forRowChunks(task, cells.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto value = cellNumber(m_table.cell(cells[i].tensor, column));
                known[i] = value.has_value() ? 1 : 0;
                values[i] = value.value_or(0);
            }
        }));
        return TrendColumn(std::move(values), std::move(known));
    });
}

Result<std::shared_ptr<const TrendColumn>> TrendFigures::magnitude(TaskContext& task) const
{
    TRY_ASSIGN(const auto norm, column("l2norm", task));
    if (norm->knownCount() == norm->size())
        return norm;
    TRY_ASSIGN(const auto lowest, column("min", task));
    TRY_ASSIGN(const auto highest, column("max", task));
    return made("magnitude", [&]() -> Result<TrendColumn> {
        const std::size_t size = norm->size();
        std::vector<double> values(size);
        std::vector<std::uint8_t> known(size);
        // One kind of figure in each row, or its history would jump between the two.
        for (std::size_t row = 0; row < m_cube.rows().size(); ++row) {
            const TrendCube::Range cells = m_cube.cellsOf(row);
            bool hasNorm = false;
            for (std::size_t i = cells.begin; i < cells.end; ++i)
                hasNorm |= norm->isKnown(i);
            for (std::size_t i = cells.begin; i < cells.end; ++i) {
                std::optional<double> value = norm->at(i);
                if (!hasNorm && lowest->isKnown(i) && highest->isKnown(i))
                    value = std::max(std::abs(*lowest->at(i)), std::abs(*highest->at(i)));
                known[i] = value.has_value() ? 1 : 0;
                values[i] = value.value_or(0);
            }
        }
        return TrendColumn(std::move(values), std::move(known));
    });
}

} // namespace dumpscope::core
