// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace dumpscope::core {

/// A decimal number as pandas converts text to float64, which is not always the nearest one: 17 digits count,
/// leading zeros included, and the rest is truncated (0.22697502374649048 loses its 8).
[[nodiscard]] std::optional<double> pandasNumber(std::string_view text);

} // namespace dumpscope::core
