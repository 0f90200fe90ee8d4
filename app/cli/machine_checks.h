// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/message.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace dumpscope::cli {

/// What one look at the machine found.
struct Finding {
    /// Missing: only some uses need it; Bad: something will fail.
    enum class State { Good, Missing, Bad } state;
    core::Message found;  ///< a sentence with the value
    core::Message remedy; ///< what to do about it; empty when Good
};

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
/// All of them as in `doctor --json`, with sentences as a host process sends them (capture/message_fields.h).
void sendMachineChecks(core::JsonWriter& json);

} // namespace dumpscope::cli
