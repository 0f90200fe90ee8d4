// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"

#include <string>
#include <string_view>

// Messages between a program and its program host, as program_host.proto describes them. Any bytes may be
// decoded. Errors: Code::BadSyntax.
namespace dumpscope::core {

/// What a program host can be ordered to do while its program runs.
enum class ProgramOrder : std::uint8_t { Stop, Pause, Resume, Kill };

[[nodiscard]] std::string encodeProgramStart(const ProgramStart& start);
[[nodiscard]] Result<ProgramStart> decodeProgramStart(std::string_view bytes);
[[nodiscard]] std::string encodeProgramOrder(ProgramOrder order);
[[nodiscard]] Result<ProgramOrder> decodeProgramOrder(std::string_view bytes);
[[nodiscard]] std::string encodeProgramEvent(const ProgramEvent& event);
[[nodiscard]] Result<ProgramEvent> decodeProgramEvent(std::string_view bytes);

} // namespace dumpscope::core
