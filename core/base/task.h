// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/result.h"

#include <stop_token>

namespace dumpscope::core {

/// What a long-running function gets: a way to be stopped, to report, and threads to run on.
/// The caller owns everything and keeps it until the call returns. A task checks `stop` at least every 10 ms
/// of work (about 1 MiB) and returns Code::Cancelled.
struct TaskContext {
    std::stop_token stop;
    Progress& progress;
    Diagnostics& diagnostics;
    Arena arena;

    [[nodiscard]] bool stopped() const { return stop.stop_requested(); }
    [[nodiscard]] Result<void> checkStop() const
    {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        return {};
    }
};

namespace task_detail {

/// What a TaskContext refers to.
struct Owned {
    std::stop_source ownStop;
    Progress ownProgress;
    Diagnostics ownDiagnostics;
};

} // namespace task_detail

/// A TaskContext with everything in it, for callers that do not watch.
class OwnedTask : task_detail::Owned, public TaskContext {
public:
    explicit OwnedTask(int threads = 0)
        : TaskContext {ownStop.get_token(), ownProgress, ownDiagnostics, Arena(threads)}
    {
    }
    OwnedTask(const OwnedTask&) = delete;
    OwnedTask& operator=(const OwnedTask&) = delete;
    [[nodiscard]] std::stop_source& stopSource() { return ownStop; }
};

} // namespace dumpscope::core
