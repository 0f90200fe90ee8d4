// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// What a program host is asked for while its program runs.
enum class ProgramOrder : std::uint8_t { Stop, Pause, Resume, Kill };

[[nodiscard]] std::string programStartJson(const ProgramStart& start);
[[nodiscard]] Result<ProgramStart> parseProgramStart(std::string_view json);
[[nodiscard]] std::string programOrderJson(ProgramOrder order);
[[nodiscard]] Result<ProgramOrder> parseProgramOrder(std::string_view json);
[[nodiscard]] std::string programEventJson(const ProgramEvent& event);
[[nodiscard]] Result<ProgramEvent> parseProgramEvent(std::string_view json);

} // namespace dumpscope::core
