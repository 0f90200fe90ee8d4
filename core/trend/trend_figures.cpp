// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_figures.h"

#include "base/nearest_word.h"
#include "query/row_chunks.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// Whether tensors of a row have other numbers of elements.
bool hasSeveralSizes(const TrendColumn& elements, TrendCube::Range cells)
{
    std::optional<double> first;
    for (std::size_t i = cells.begin; i < cells.end; ++i) {
        const auto count = elements.at(i);
        if (!count)
            continue;
        if (first && *first != *count)
            return true;
        first = count;
    }
    return false;
}

} // namespace

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
    TRY_ASSIGN(const auto lowest, column("min", task));
    TRY_ASSIGN(const auto highest, column("max", task));
    TRY_ASSIGN(const auto elements, column("elements", task));
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
            const bool isPerElement = hasNorm && hasSeveralSizes(*elements, cells);
            for (std::size_t i = cells.begin; i < cells.end; ++i) {
                std::optional<double> value = norm->at(i);
                if (!hasNorm && lowest->isKnown(i) && highest->isKnown(i))
                    value = std::max(std::abs(*lowest->at(i)), std::abs(*highest->at(i)));
                if (isPerElement && value)
                    *value /= std::sqrt(std::max(1.0, elements->at(i).value_or(1)));
                known[i] = value.has_value() ? 1 : 0;
                values[i] = value.value_or(0);
            }
        }
        return TrendColumn(std::move(values), std::move(known));
    });
}

Result<std::shared_ptr<const TrendColumn>> TrendFigures::extent(TaskContext& task) const
{
    TRY_ASSIGN(const auto elements, column("elements", task));
    return made("extent", [&]() -> Result<TrendColumn> {
        std::vector<double> values(elements->size(), 0);
        // By rank and step: the cells, and those that are not as large as at first.
        const std::size_t steps = m_cube.steps().size();
        std::vector<std::size_t> counted(m_cube.ranks().size() * steps, 0);
        std::vector<std::vector<double>> changed(counted.size());
        const auto placeOf
            = [&](std::size_t cell) { return m_cube.cells()[cell].rank * steps + m_cube.cells()[cell].step; };
        std::vector<std::size_t> steady; // rows
        for (std::size_t row = 0; row < m_cube.rows().size(); ++row) {
            const TrendCube::Range cells = m_cube.cellsOf(row);
            const bool isSteady = !hasSeveralSizes(*elements, cells);
            if (isSteady)
                steady.push_back(row);
            const double first = std::max(1.0, elements->at(cells.begin).value_or(1));
            for (std::size_t i = cells.begin; i < cells.end; ++i) {
                ++counted[placeOf(i)];
                values[i] = isSteady ? 0 : std::log(std::max(1.0, elements->at(i).value_or(first)) / first);
                if (values[i] != 0)
                    changed[placeOf(i)].push_back(values[i]);
            }
        }
        constexpr std::size_t kQuarter = 4;
        std::vector<double> ofPlace(counted.size(), 0);
        for (std::size_t place = 0; place < counted.size(); ++place) {
            if (!changed[place].empty() && changed[place].size() * kQuarter >= counted[place])
                ofPlace[place] = medianOf(changed[place]);
        }
        for (const std::size_t row : steady) {
            const TrendCube::Range cells = m_cube.cellsOf(row);
            for (std::size_t i = cells.begin; i < cells.end; ++i)
                values[i] = ofPlace[placeOf(i)];
        }
        return TrendColumn(std::move(values), std::vector<std::uint8_t>(elements->size(), 1));
    });
}

} // namespace dumpscope::core
