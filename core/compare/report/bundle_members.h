// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

// Names of the members of a bundle besides the dumps. The summary is the first member: isBundle looks for it.

inline constexpr const char* kBundleSummary = "bundle.json";
inline constexpr const char* kBundlePairing = "pairing.json";
inline constexpr const char* kBundleLimits = "limits.json";
inline constexpr const char* kBundleGraph = "graph.json";
inline constexpr const char* kBundleOthers = "others.json";

/// `rules/0-pairing.json`; only the last part of a path, so that no folder names of the machine are revealed.
[[nodiscard]] inline std::string bundleRule(std::size_t number, std::string_view name)
{
    return "rules/" + std::to_string(number) + '-' + std::string(name.substr(name.rfind('/') + 1));
}

} // namespace dumpscope::core
