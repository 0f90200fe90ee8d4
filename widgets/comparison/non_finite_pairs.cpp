// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/non_finite_pairs.h"

#include <algorithm>
#include <array>

namespace dumpscope::gui {

core::Result<NonFinitePairs> nonFiniteOf(
    const core::PairTable& pairs, const NonFinitePairs& before, core::TaskContext& task)
{
    constexpr std::size_t kRowsAtOnce = 4096; ///< between two looks at whether it is still wanted
    NonFinitePairs found = before;
    found.rows = pairs.rows();
    const auto columns = [&pairs](const char* target, const char* golden) {
        return std::array {pairs.columnByName(target), pairs.columnByName(golden)};
    };
    const auto nan = columns("nan_target", "nan_golden"), inf = columns("inf_target", "inf_golden");
    for (std::size_t row = before.rows; row < pairs.rows() && !(found.hasNan && found.hasInf); ++row) {
        if (row % kRowsAtOnce == 0)
            TRY_VOID(task.checkStop());
        const auto counts = [&](int column) {
            return column >= 0 && core::cellNumber(pairs.cell(row, column)).value_or(0) > 0;
        };
        found.hasNan = found.hasNan || std::ranges::any_of(nan, counts);
        found.hasInf = found.hasInf || std::ranges::any_of(inf, counts);
    }
    return found;
}

} // namespace dumpscope::gui
