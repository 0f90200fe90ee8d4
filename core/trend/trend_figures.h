// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_cube.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One figure of every cell of a cube. NaN and infinities are values; what was not measured is none.
class TrendColumn {
public:
    [[nodiscard]] bool isKnown(std::size_t cell) const { return m_known[cell] != 0; }
    [[nodiscard]] std::optional<double> at(std::size_t cell) const
    {
        return isKnown(cell) ? std::optional(m_values[cell]) : std::nullopt;
    }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    [[nodiscard]] std::size_t knownCount() const { return m_count; }
    /// By number of cell; of the right size.
    TrendColumn(std::vector<double> values, std::vector<std::uint8_t> known);

private:
    std::vector<double> m_values;
    std::vector<std::uint8_t> m_known;
    std::size_t m_count = 0;
};

/// The figures of a cube's cells, each column read from the table when it is first asked for. The table and
/// the cube must outlive this. Thread-safe.
class TrendFigures {
public:
    TrendFigures(const FilterTable& table, const TrendCube& cube)
        : m_table(table)
        , m_cube(cube)
    {
    }
    /// A column of the table by name. Errors: Code::Usage for a name that is no column of numbers;
    /// Code::Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const TrendColumn>> column(
        std::string_view name, TaskContext& task) const;
    /// How large a tensor is: its L2 norm, or its largest magnitude where that alone was recorded. Of rows
    /// whose number of elements is not always the same the L2 norm per element, norm / sqrt(elements).
    [[nodiscard]] Result<std::shared_ptr<const TrendColumn>> magnitude(TaskContext& task) const;
    /// How much data a cell is of, as the logarithm of the number of elements beside that of the row's first
    /// cell. Rows that always have the same number, as weights, have that of the others of their step and
    /// rank: the median of those that are not as large as at first, where these are a quarter. 0 where
    /// nothing is known.
    [[nodiscard]] Result<std::shared_ptr<const TrendColumn>> extent(TaskContext& task) const;

private:
    using Make = std::function<Result<TrendColumn>()>;
    [[nodiscard]] Result<std::shared_ptr<const TrendColumn>> made(
        const std::string& name, const Make& make) const;

    const FilterTable& m_table;
    const TrendCube& m_cube;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, std::shared_ptr<const TrendColumn>, std::less<>> m_columns;
};

} // namespace dumpscope::core
