// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"

#include <string>
#include <string_view>

/// Between a program and its program host, as program_host.proto describes it. Any bytes may be decoded.
namespace dumpscope::core {

/// What a program host is asked for while its program runs.
enum class ProgramOrder : std::uint8_t { Stop, Pause, Resume, Kill };

[[nodiscard]] std::string encodeProgramStart(const ProgramStart& start);
[[nodiscard]] Result<ProgramStart> decodeProgramStart(std::string_view bytes);
[[nodiscard]] std::string encodeProgramOrder(ProgramOrder order);
[[nodiscard]] Result<ProgramOrder> decodeProgramOrder(std::string_view bytes);
[[nodiscard]] std::string encodeProgramEvent(const ProgramEvent& event);
[[nodiscard]] Result<ProgramEvent> decodeProgramEvent(std::string_view bytes);

} // namespace dumpscope::core
