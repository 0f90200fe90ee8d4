// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Larger archives are not looked into for what was around a run.
inline constexpr std::uint64_t kMostPackageBytes = 256U << 20;

/// Folders with both texts that every package of config_check of msprobe has, `pip` and `env`, among files by
/// their paths; "" is the root, others end with '/'. Sorted. Source: docs/formats/llm-era.md 13.
[[nodiscard]] std::vector<std::string> configCheckPackages(const std::vector<std::string>& files);

} // namespace dumpscope::core
