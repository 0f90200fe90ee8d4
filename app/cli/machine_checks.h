// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string>

namespace dumpscope::cli {

/// What one look at the machine found.
struct Finding {
    /// Missing: only some uses need it; Bad: something will fail.
    enum class State { Good, Missing, Bad } state;
    std::string found;  ///< a sentence with the value
    std::string remedy; ///< what to do about it; empty when Good
};

struct MachineCheck {
    const char* id;                               ///< stable, kebab-case
    const char* what;                             ///< "Open files"
    Finding (*look)(const std::stop_token& stop); ///< what it asks of other programs ends with a stop
};

/// Everything that decides whether window, capture and large dumps work here, in the order to look at it.
[[nodiscard]] std::span<const MachineCheck> machineChecks();

} // namespace dumpscope::cli
