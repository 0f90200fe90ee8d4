// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/pair_sharing.h"

#include <memory>

namespace dumpscope::cli {

/// Whether a launcher such as mpirun started more than this process, and this program was built to work with
/// the others (DUMPSCOPE_MPI, docs/scale.md).
[[nodiscard]] bool startedTogether();

/// Meets the other processes; null when there are none. Ends the others when it is destroyed before the work
/// is done. One at a time.
[[nodiscard]] std::unique_ptr<core::PairSharing> joinProcesses();

} // namespace dumpscope::cli
