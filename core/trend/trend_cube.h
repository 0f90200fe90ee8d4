// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "query/filter_expression.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What is the same tensor of the program in every step and on every rank.
struct TrendRow {
    std::string model, opName, opType, io;
    std::optional<std::int64_t> slot;
    std::int64_t occurrence = 0; ///< within a step
    std::uint32_t item = 0;      ///< within its slot, where that is a list
    bool isInList = false;       ///< its slot is one of several tensors
    std::uint32_t example = 0;   ///< the first of its table rows

    [[nodiscard]] bool isSamePlace(const TrendRow& other) const;
    /// "layers.0.mlp output 0"; names that hold anything are printable in it.
    [[nodiscard]] Message words() const;
    [[nodiscard]] std::string text() const { return words().text(); }
};

/// One tensor that was recorded.
struct TrendCell {
    std::uint32_t row = 0, rank = 0, step = 0; ///< places in the lists of the cube
    std::uint32_t tensor = 0;                  ///< row of the table
    std::uint32_t order = 0;                   ///< place among those of its rank and step, in execution order
};

/// Table rows by program place, rank and step. Figures are not in it (TrendFigures). 20 bytes a tensor,
/// however sparse. Immutable; thread-safe.
class TrendCube {
public:
    using Number = std::optional<std::int64_t>;

    /// In order of execution as far as it is known.
    [[nodiscard]] const std::vector<TrendRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<Number>& ranks() const { return m_ranks; } ///< ascending, unknown first
    [[nodiscard]] const std::vector<Number>& steps() const { return m_steps; }
    /// By row, then rank, then step.
    [[nodiscard]] std::span<const TrendCell> cells() const { return m_cells; }
    /// Numbers of the cells of one row, and of one rank of it: the steps that are there, ascending.
    struct Range {
        std::size_t begin = 0, end = 0;
        [[nodiscard]] std::size_t size() const { return end - begin; }
    };
    [[nodiscard]] Range cellsOf(std::size_t row) const { return {m_starts[row], m_starts[row + 1]}; }
    [[nodiscard]] Range series(std::size_t row, std::size_t rank) const;
    [[nodiscard]] std::optional<std::size_t> cellAt(
        std::size_t row, std::size_t rank, std::size_t step) const;
    /// The same place of the program in this cube, as another cube has it.
    [[nodiscard]] std::optional<std::size_t> find(const TrendRow& row) const;
    /// Tensors whose place in a step was taken already by another of the same name.
    [[nodiscard]] std::size_t repeated() const { return m_repeated; }

private:
    friend class TrendCubeBuilder;
    std::vector<TrendRow> m_rows;
    std::vector<Number> m_ranks, m_steps;
    std::vector<TrendCell> m_cells;
    std::vector<std::size_t> m_starts; ///< by row, and one behind the last
    std::size_t m_repeated = 0;
};

/// A key by which tensors of one rank and step are executed; table rows that are equal stay in table order.
using StepOrder = std::function<std::uint64_t(std::uint32_t tensor)>;

/// The cube of chosen rows of a table, which has the columns of tensors or of pairs (docs/contract.md 3, 4).
/// Errors: Code::Cancelled; Code::Limit for more than 2^32-2 rows.
[[nodiscard]] Result<TrendCube> makeTrendCube(const FilterTable& table,
    std::span<const std::uint32_t> tensors, const StepOrder& order, TaskContext& task);

} // namespace dumpscope::core
