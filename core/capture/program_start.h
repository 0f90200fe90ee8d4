// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"
#include "io/posix_file.h"

#include <sys/types.h>

namespace dumpscope::core {

/// Path of the file that `start.program` names in its folder and PATH; the errno when there is none.
[[nodiscard]] tl::expected<std::string, int> programFile(const ProgramStart& start);

struct StartedChild {
    pid_t pid = 0;   ///< leader of a process group of its own; killed when this process ends
    UniqueFd output; ///< its standard output and standard error
};
/// Forks, so only for processes with one thread. The errno when the program cannot be started.
[[nodiscard]] tl::expected<StartedChild, int> startChild(const ProgramStart& start);

} // namespace dumpscope::core
