// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// Steps in which a rank has nothing, or nothing any more of some tensors, while other ranks have.
struct TrendAbsence {
    std::uint32_t rank = 0;           ///< place
    std::uint32_t step = 0;           ///< place of the first such step
    std::size_t steps = 0;            ///< how many there are
    bool isToTheEnd = false;          ///< and the rank is not seen again
    std::optional<std::uint32_t> row; ///< the first of the tensors; absent: the whole rank
    std::size_t rows = 0;             ///< of how many tensors
};

/// Ranks that lack steps that others have; then tensors that a rank had in all of its steps, three at least,
/// and has in none of the later ones, two at least, while the other ranks that have them have them in all of
/// theirs. By rank, then step. None of what has no number of a rank or step.
[[nodiscard]] std::vector<TrendAbsence> findAbsences(const TrendCube& cube);

/// "Rank 1 has nothing from step 13 on, while others go on to step 19."
[[nodiscard]] Message absenceText(const TrendRun& data, const TrendAbsence& absence);

} // namespace dumpscope::core
