// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"
#include "io/posix_file.h"

#include <sys/types.h>

namespace dumpscope::core {

/// The file that a program's name means in its folder and environment; the errno when there is none.
[[nodiscard]] tl::expected<std::string, int> programFile(const ProgramStart& start);

struct StartedChild {
    pid_t pid = 0;   ///< leader of a process group of its own; killed when this process ends
    UniqueFd output; ///< both of its outputs
};
/// Forks, so only for processes with one thread. The errno when the program does not run.
[[nodiscard]] tl::expected<StartedChild, int> startChild(const ProgramStart& start);

} // namespace dumpscope::core
