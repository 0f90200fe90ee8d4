// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Dimensions, outermost first; empty = 0-d (one element). Readers accept no negative ones.
using Shape = std::vector<std::int64_t>;

/// Readers refuse more dimensions.
inline constexpr std::size_t kMaxRank = 64;

/// Product of the dimensions; 1 for 0-d; nullopt when negative or above 2^63-1.
[[nodiscard]] std::optional<std::uint64_t> elementCount(std::span<const std::int64_t> shape);
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape); ///< "[2,3]"
/// "[2,3]", "(2,3)", "(2,3,)", "2x3", "2_3", "()", "-" (0-d), blanks allowed.
[[nodiscard]] std::optional<Shape> parseShape(std::string_view text);
/// Without dimensions of 1.
[[nodiscard]] Shape squeezed(std::span<const std::int64_t> shape);
/// Element strides of a dense C-order array.
[[nodiscard]] std::vector<std::int64_t> denseStrides(std::span<const std::int64_t> shape);

} // namespace dumpscope::core
