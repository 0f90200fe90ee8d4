// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/conclusion/verdict_counts.h"
#include "compare/limits/limits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class PairTable;

/// Verdicts of the pairs by numbered block of the network (model/module_scope.h) and rank, over all steps.
/// What lies in no block has no place in it.
struct LayerGrid {
    struct Cell : VerdictCounts {
        Verdict verdict = Verdict::NotComparable; ///< the worst; not comparable only where nothing else is
        std::size_t worst = 0;                    ///< the first pair that has it
    };

    std::vector<std::string> layers;                ///< in the order of their first pairs
    std::vector<std::optional<std::int64_t>> ranks; ///< ascending
    std::vector<Cell> cells;                        ///< rank by rank; `all()` is 0 where no pair is

    [[nodiscard]] const Cell& at(std::size_t layer, std::size_t rank) const
    {
        return cells[rank * layers.size() + layer];
    }
};

/// Errors: Code::Cancelled.
[[nodiscard]] Result<LayerGrid> layerGrid(const PairTable& pairs, TaskContext& task);

} // namespace dumpscope::core
