// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/counterfactual/value_key.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace dumpscope::core {

Result<std::optional<std::uint64_t>> valueKey(const Operand& operand, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536, kFactor = 0x9E3779B97F4A7C15U;
    constexpr unsigned kHalf = 32;
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> piece(std::min(operand.count(), kPiece));
    std::uint64_t key = (operand.count() + 1) * kFactor;
    bool isOneValue = true;
    std::uint64_t before = 0;
    for (std::uint64_t first = 0; first < operand.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t many = std::min(kPiece, operand.count() - first);
        operand.gather(first, 1, many, piece.data());
        for (std::uint64_t i = 0; i < many; ++i) {
            const auto bits = std::bit_cast<std::uint64_t>(std::isnan(piece[i]) ? kNan : piece[i]);
            isOneValue = isOneValue && (first + i == 0 || bits == before);
            before = bits;
            key = (key ^ bits) * kFactor;
            key ^= key >> kHalf;
        }
    }
    if (operand.count() == 0 || (isOneValue && operand.count() > 1))
        return std::optional<std::uint64_t>();
    return std::optional(key);
}

} // namespace dumpscope::core
