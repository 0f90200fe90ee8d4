// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/conclusion/verdict_counts.h"
#include "compare/tables/pair_table.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

/// Many targets against one golden: what became of each golden tensor in each of them. Immutable.
struct TargetMatrix {
    struct Cell {
        bool isThere = false;
        Verdict verdict = Verdict::Pass; ///< the worst, where one golden tensor has several pairs
        std::uint32_t row = 0;           ///< of the target's pair table
        double error = 0;                ///< relative L2, NaN where there is none
    };
    std::vector<std::shared_ptr<const PairTable>> tables; ///< by target
    std::shared_ptr<const DumpIndex> golden;
    std::vector<TensorId> tensors;     ///< of golden, ascending
    std::vector<Cell> cells;           ///< tensor after tensor, one per target
    std::vector<VerdictCounts> counts; ///< of all pairs, by target

    [[nodiscard]] const Cell& cell(std::size_t tensor, std::size_t target) const
    {
        return cells[tensor * counts.size() + target];
    }
};

/// Tables must share golden's index. `onlyFailing`: tensors that fail somewhere. Errors: Code::Cancelled.
[[nodiscard]] Result<TargetMatrix> makeTargetMatrix(
    const std::vector<std::shared_ptr<const PairTable>>& tables, bool onlyFailing, TaskContext& task);

} // namespace dumpscope::core
