// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "compare/comparison.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::cli {

/// One line: where, which operator, why, how sure.
[[nodiscard]] std::string suspectLine(const core::Suspect& suspect);
/// The columns a terminal has room for: where the pair is, a few significant numbers, the reason.
[[nodiscard]] std::vector<int> readableColumns(const core::PairTable& pairs);
/// Rows as an aligned table, the `top` worst elements of those that do not pass, then the summary, what
/// stayed without partner and the first divergence.
void printComparison(Console& console, const core::Comparison& comparison, const std::vector<int>& columns,
    const std::vector<std::uint32_t>& rows, std::size_t top = 0);

} // namespace dumpscope::cli
