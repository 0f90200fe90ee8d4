// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/distinct_names.h"

#include <algorithm>
#include <string_view>

namespace dumpscope::core {

namespace {

/// From the end.
std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t slash = path.rfind('/');
        const std::string_view part = slash == std::string_view::npos ? path : path.substr(slash + 1);
        if (!part.empty())
            parts.push_back(part);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    }
    return parts;
}

std::size_t commonParts(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b)
{
    const auto [end, other] = std::ranges::mismatch(a, b);
    return static_cast<std::size_t>(end - a.begin());
}

std::string joined(const std::vector<std::string_view>& parts, std::size_t count)
{
    std::string text;
    for (std::size_t i = count; i > 0; --i)
        text.append(parts[i - 1]).append(i > 1 ? "/" : "");
    return text;
}

} // namespace

std::vector<std::string> distinctNames(std::span<const std::string> paths)
{
    std::vector<std::vector<std::string_view>> parts;
    for (const std::string& path : paths)
        parts.push_back(partsOf(path));
    std::vector<std::string> names;
    std::vector<std::size_t> needed;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        std::size_t most = 0;
        for (std::size_t other = 0; other < paths.size(); ++other) {
            if (parts[other] != parts[i])
                most = std::max(most, commonParts(parts[i], parts[other]));
        }
        // Beside a longer path there may be no further part.
        needed.push_back(std::min(most + 1, parts[i].size()));
        names.push_back(needed[i] == 0 ? paths[i]
                : needed[i] <= 2       ? joined(parts[i], needed[i])
                                 : std::string(parts[i][needed[i] - 1]) + "/…/" + std::string(parts[i][0]));
    }
    const std::vector<std::string> brief = names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t other = 0; other < names.size(); ++other) {
            if (brief[other] == brief[i] && parts[other] != parts[i])
                names[i] = joined(parts[i], needed[i]);
        }
    }
    return names;
}

} // namespace dumpscope::core
