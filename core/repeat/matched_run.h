// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tensor_store.h"
#include "repeat/repeated_runs.h"
#include "trend/cell_signature.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// One of several runs, and where the tensors of the first one are in it: by rank, step, names, roles, slots
/// and occurrences; numbered calls of an operator that one of the runs calls more often in a step by the
/// order of execution. Thread-safe.
class MatchedRun {
public:
    /// `first`: null for the first itself; must outlive this. Errors: Code::Cancelled.
    [[nodiscard]] static Result<MatchedRun> make(
        const MatchedRun* first, std::shared_ptr<const TrendRun> run, TaskContext& task);

    /// The cell of the run for one of the first.
    [[nodiscard]] std::optional<std::size_t> cellOf(std::size_t cell) const;
    [[nodiscard]] const std::vector<UnsharedCall>& otherCalls() const { return m_otherCalls; }
    [[nodiscard]] const TrendRun& run() const { return *m_run; }
    [[nodiscard]] const TrendCube& cube() const { return m_run->cube(); }
    [[nodiscard]] TensorId tensorAt(std::size_t cell) const
    {
        return TensorId(m_run->cube().cells()[cell].tensor);
    }
    [[nodiscard]] const DumpIndex& index() const { return m_run->index(); }
    [[nodiscard]] const TensorStore& store() const { return m_store; }
    [[nodiscard]] const CellSignatures& signatures() const { return m_signatures; }
    [[nodiscard]] const TrendFigures& figures() const { return m_run->figures(); }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    MatchedRun(const MatchedRun* first, std::shared_ptr<const TrendRun> run, CellSignatures signatures);
    [[nodiscard]] std::optional<std::size_t> namesakeOf(const TrendCell& cell) const;
    Result<void> pairCalls(const MatchedRun& first, TaskContext& task);

    const TrendRun* m_first; ///< itself, of the first
    std::shared_ptr<const TrendRun> m_run;
    TensorStore m_store;
    CellSignatures m_signatures;
    std::vector<std::uint32_t> m_rows, m_ranks, m_steps;      ///< by those of the first
    std::unordered_map<std::size_t, std::size_t> m_cellPairs; ///< of numbered calls; kNone: without partner
    std::vector<UnsharedCall> m_otherCalls;
};

struct CellEquality {
    RepeatBasis basis = RepeatBasis::None;
    bool isEqual = false;
};

/// Compares one tensor of two runs. Errors: Code::Cancelled.
[[nodiscard]] Result<CellEquality> equalityOf(
    const MatchedRun& a, std::size_t cellA, const MatchedRun& b, std::size_t cellB, TaskContext& task);
[[nodiscard]] bool hasValuesOf(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
