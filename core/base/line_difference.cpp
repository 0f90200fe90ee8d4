// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/line_difference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostCells = 16U << 20U;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

std::vector<DifferentLine> lineDifference(std::string_view before, std::string_view after)
{
    using Kind = DifferentLine::Kind;
    const auto old = linesOf(before), fresh = linesOf(after);
    const std::size_t width = fresh.size() + 1;
    const bool isSmall = (old.size() + 1) * width <= kMostCells;
    // Length of the longest common sequence of what is left of both.
    std::vector<std::uint32_t> common(isSmall ? (old.size() + 1) * width : 0);
    for (std::size_t i = isSmall ? old.size() : 0; i-- > 0;) {
        for (std::size_t j = fresh.size(); j-- > 0;)
            common[i * width + j] = old[i] == fresh[j]
                ? common[(i + 1) * width + j + 1] + 1
                : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
    std::vector<DifferentLine> lines;
    std::size_t i = 0, j = 0;
    while (i < old.size() || j < fresh.size()) {
        const bool areBoth = isSmall && i < old.size() && j < fresh.size();
        if (areBoth && old[i] == fresh[j]) {
            lines.push_back({Kind::Both, old[i++]});
            ++j;
        } else if (i < old.size() && (!areBoth || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
            lines.push_back({Kind::Before, old[i++]});
        } else {
            lines.push_back({Kind::After, fresh[j++]});
        }
    }
    return lines;
}

} // namespace dumpscope::core
