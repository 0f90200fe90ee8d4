// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/program_run.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// All descendants of a process, parents before children, with the rank that launchers of parallel programs
/// gave them in their environment. Processes that end meanwhile are left out.
[[nodiscard]] std::vector<ProgramProcess> descendantsOf(int pid);

/// The rank in a block of NUL-separated NAME=VALUE: of MindSpore and HCCL, msrun, Open MPI, MPICH and
/// Slurm, torchrun, in this order.
[[nodiscard]] std::optional<int> rankOf(std::string_view environment);

/// How often the kernel has ended a process for lack of memory since it booted; 0 where it does not report
/// it.
[[nodiscard]] std::uint64_t outOfMemoryKills();

} // namespace dumpscope::core
