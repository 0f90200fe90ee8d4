// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A line of a program as a dump recorded it.
struct RecordedLine {
    std::uint32_t number = 0; ///< from 1
    std::string code;         ///< empty: not recorded
};

/// Where recorded lines stand in a text of today: the same number where the line reads the same but for
/// blanks, or its code was not recorded; else the only line that does; else 0. In the order of `lines`.
[[nodiscard]] std::vector<std::uint32_t> placeLines(
    std::string_view text, std::span<const RecordedLine> lines);

} // namespace dumpscope::core
