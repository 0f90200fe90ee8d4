// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch_profile.h"
#include "config/dump_request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// How many ranks a launch starts, and which option or variable says so.
struct LaunchedRanks {
    std::uint64_t count = 0;
    std::string from;
};

/// From the options of torchrun, msrun and mpirun, else from WORLD_SIZE and RANK_SIZE in the profile; nothing
/// where none of them gives a number.
[[nodiscard]] std::optional<LaunchedRanks> launchedRanks(const LaunchProfile& profile);

/// What is wrong with the ranks of a configuration: an error where none of them will run, a warning where one
/// will not. Ranks and devices are counted from 0.
[[nodiscard]] std::vector<ConfigProblem> checkRanks(const LaunchProfile& profile, const DumpRequest& request);

} // namespace dumpscope::core
