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

/// A TaskContext with everything in it, for callers that do not watch.
class OwnedTask {
public:
    explicit OwnedTask(int threads = 0)
        : m_arena(threads)
    {
    }
    [[nodiscard]] TaskContext context() { return {m_stop.get_token(), m_progress, m_diagnostics, m_arena}; }
    [[nodiscard]] std::stop_source& stopSource() { return m_stop; }
    [[nodiscard]] Progress& progress() { return m_progress; }
    [[nodiscard]] Diagnostics& diagnostics() { return m_diagnostics; }

private:
    std::stop_source m_stop;
    Progress m_progress;
    Diagnostics m_diagnostics;
    Arena m_arena;
};

} // namespace dumpscope::core
