// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A line of either text, without its end.
struct DifferentLine {
    enum class Kind { Both, Before, After };
    Kind kind = Kind::Both;
    std::string_view text; ///< valid as long as the texts
    bool operator==(const DifferentLine&) const = default;
};

/// The lines of both texts in one order, as few of them in one text alone as can be. For small texts: time
/// and memory grow with the product of their lines; beyond some thousands of lines all of them differ.
[[nodiscard]] std::vector<DifferentLine> lineDifference(std::string_view before, std::string_view after);

} // namespace dumpscope::core
