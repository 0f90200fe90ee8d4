// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/pair_table.h"
#include "tensor/shape.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

/// The first element, in C order of the aligned tensors, in which two sides differ.
struct FirstDifference {
    std::uint64_t index = 0;     ///< flat
    Shape place;                 ///< the same as coordinates
    bool beyondRounding = false; ///< elements before it may differ by rounding to the coarser type
    std::string target, golden;  ///< as `show` prints them
};

/// Reads as far as needed. Nothing: the sides are equal as DifferingElements defines it. Errors: those of
/// DifferingElements.
[[nodiscard]] Result<std::optional<FirstDifference>> firstDifference(
    const PairTable& pairs, std::size_t row, TaskContext& task);

} // namespace dumpscope::core
