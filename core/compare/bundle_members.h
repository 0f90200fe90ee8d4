// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

// Names of what stands in a bundle besides the dumps. The summary comes first: it is what a bundle is known
// by.

inline constexpr const char* kBundleSummary = "bundle.json";
inline constexpr const char* kBundlePairing = "pairing.json";
inline constexpr const char* kBundleLimits = "limits.json";
inline constexpr const char* kBundleGraph = "graph.json";

/// `rules/0-pairing.json`; of a path only the last part, so that nothing of the machine is named.
[[nodiscard]] inline std::string bundleRule(std::size_t number, std::string_view name)
{
    return "rules/" + std::to_string(number) + '-' + std::string(name.substr(name.rfind('/') + 1));
}

} // namespace dumpscope::core
