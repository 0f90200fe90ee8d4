// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The positions of `names` in the order of naturalCompare, many times faster than sorting with it: names of
/// dump files share long prefixes. Names must not contain zero bytes.
[[nodiscard]] std::vector<std::uint32_t> naturalOrder(std::span<const std::string_view> names);

} // namespace dumpscope::core
