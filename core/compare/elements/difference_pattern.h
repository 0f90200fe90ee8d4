// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/pair_table.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// Tensors of more elements are not searched.
inline constexpr std::uint64_t kMostPatternElements = std::uint64_t {1} << 26;

struct PatternSentence {
    Message text;
    std::optional<std::uint64_t> element = std::nullopt; ///< flat index it is about
};

/// Which elements differ, as sentences without full stops: "2 of 12 elements differ, all within [:,3]", "each
/// is golden's plus 0.5". Slices are NumPy's. Few elements that are far off, and those that are NaN or
/// infinite, have a sentence of their own, and the others are judged without them. Where everything differs a
/// little, those that differ much are reported, too. Empty: none differs, or there are too many to search.
/// Errors: those of firstDifference, and Code::Cancelled.
[[nodiscard]] Result<std::vector<PatternSentence>> differencePattern(
    const PairTable& pairs, std::size_t row, TaskContext& task);

} // namespace dumpscope::core
