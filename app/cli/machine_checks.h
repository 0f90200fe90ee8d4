// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/self_test.h"

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace dumpscope::cli {

using Finding = core::SelfTestFinding;

[[nodiscard]] std::string_view findingWord(Finding::State state); ///< "good", "missing", "bad"

struct MachineCheck {
    const char* id;                               ///< stable, kebab-case
    const char* what;                             ///< "Open files"
    Finding (*look)(const std::stop_token& stop); ///< what it asks of other programs ends with a stop
};

/// Everything that decides whether window, capture and large dumps work here, in the order to look at it.
[[nodiscard]] std::span<const MachineCheck> machineChecks();

/// First argument that makes this program look at the machine for the window.
inline constexpr std::string_view kSelfTestCommand = "self-test";
/// What all of them find.
[[nodiscard]] std::vector<core::SelfTestCheck> selfTest();

} // namespace dumpscope::cli
