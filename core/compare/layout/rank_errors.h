// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/execution_rows.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace dumpscope::core {

/// What ranks of the target are off by in each layer: of golden's tensors the part that a rank has.
struct RankErrors {
    struct Cell {
        float error
            = std::numeric_limits<float>::quiet_NaN(); ///< relative L2, the largest; NaN: there is none
        std::uint32_t row = 0;                         ///< of the pair table
        /// Parts are added, or what several say is not known apart: the error is that of the whole.
        bool isOfWhole = false;
    };
    std::vector<ExecutionRows::Row> modules;
    std::vector<std::int64_t> ranks; ///< ascending
    std::vector<Cell> cells;         ///< rank by rank
    double noise = 0;                ///< what parts are usually off by

    [[nodiscard]] const Cell& at(std::size_t module, std::size_t rank) const
    {
        return cells[rank * modules.size() + module];
    }
};

/// In golden's order of execution. Reads nothing. Errors: Code::Cancelled.
[[nodiscard]] Result<RankErrors> rankErrors(const PairTable& pairs, TaskContext& task);

} // namespace dumpscope::core
