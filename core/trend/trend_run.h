// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tensor_table.h"
#include "trend/trend_figures.h"

#include <memory>
#include <span>
#include <vector>

namespace dumpscope::core {

/// The tensors of one run as a cube with figures. Immutable but for columns that are made when they are asked
/// for; thread-safe.
class TrendRun {
public:
    TrendRun(
        std::shared_ptr<const DumpIndex> index, std::shared_ptr<const TensorTable> table, TrendCube cube);
    TrendRun(const TrendRun&) = delete;
    TrendRun& operator=(const TrendRun&) = delete;

    [[nodiscard]] const TensorTable& table() const { return *m_table; }
    [[nodiscard]] const std::shared_ptr<const DumpIndex>& sharedIndex() const { return m_index; }
    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    [[nodiscard]] const TrendCube& cube() const { return m_cube; }
    [[nodiscard]] const TrendFigures& figures() const { return m_figures; }
    /// Whether the cells of a step and rank stand in the order of execution, not in that of names.
    [[nodiscard]] bool isOrderKnown() const { return m_isOrderKnown; }
    /// Whether two cells of one row are the same tensor of the program: where an API is called more or less
    /// often in one of the steps, its numbered calls are others.
    [[nodiscard]] bool areOfOneCall(std::size_t a, std::size_t b) const { return m_calls[a] == m_calls[b]; }
    /// Equal numbers for cells of one row that are the same tensor of the program.
    [[nodiscard]] std::uint32_t callsOf(std::size_t cell) const { return m_calls[cell]; }
    /// How many of `cells` are of the step of the first of them and of other rows: where the order is not
    /// known, each may be before it.
    [[nodiscard]] std::size_t othersOfFirstStep(std::span<const std::size_t> cells) const;
    /// "step 12", "rank 3"; empty where it is not known.
    [[nodiscard]] Message stepText(const TrendCell& cell) const;
    [[nodiscard]] Message rankText(const TrendCell& cell) const;
    /// "steps 0 to 5", of two cells.
    [[nodiscard]] Message stepsText(std::size_t first, std::size_t last) const;

private:
    std::shared_ptr<const DumpIndex> m_index;
    std::shared_ptr<const TensorTable> m_table;
    TrendCube m_cube;
    TrendFigures m_figures;
    std::vector<std::uint32_t> m_calls; ///< by cell
    bool m_isOrderKnown;
};

/// Of chosen rows of the table of the index. Errors: as makeTrendCube; Code::Ambiguous where they are of
/// several runs that lie beside one another.
[[nodiscard]] Result<std::shared_ptr<const TrendRun>> makeTrendRun(std::shared_ptr<const DumpIndex> index,
    std::shared_ptr<const TensorTable> table, std::span<const std::uint32_t> tensors, TaskContext& task);

/// The order in which tensors of a rank and step are executed: as recorded, else forward, backward,
/// gradients, optimizer, parameters by the words of the monitor (docs/formats/llm-era.md 8), each in the
/// order of its file.
[[nodiscard]] StepOrder recordedStepOrder(const DumpIndex& index);

} // namespace dumpscope::core
