// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/pair_sharing.h"

#include <memory>

namespace dumpscope::cli {

/// Whether a launcher such as mpirun started more than this process, and this program was built to work with
/// the others (DUMPSCOPE_MPI, docs/scale.md).
[[nodiscard]] bool startedTogether();

struct JoinedProcesses {
    /// The others that measure; null where there are none. Ends them when it is destroyed before the work is
    /// done.
    std::unique_ptr<core::PairSharing> sharing;
    /// False where another process of this machine has done this one's work, with its cores: it is over.
    bool isNeeded = true;
};

/// Meets the other processes, once. Call it before anything runs in parallel: it may widen the set of cores
/// of this process. Where this process is not needed, it returns when all is done.
[[nodiscard]] JoinedProcesses joinProcesses();

} // namespace dumpscope::cli
