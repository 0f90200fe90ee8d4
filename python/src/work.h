// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "errors.h"

#include "base/task.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace dumpscope::python {

/// One call of Python that works. The work runs on a thread of its own; the calling thread waits without the
/// GIL and looks up twenty times a second: for Ctrl+C, for progress to report, for rows to hand over. What
/// goes wrong meanwhile (KeyboardInterrupt, an exception of a callback) stops the work, and is raised once
/// the work has ended. In a process that was forked there is one thread, as those of the parent are gone.
class Work {
public:
    /// `progress`: None, or called with the share that is done (0 to 1), what is being done and of what.
    explicit Work(py::object progress = py::none());

    template<typename Body> auto run(Body&& body)
    {
        using Value = typename std::invoke_result_t<Body, core::TaskContext&>::value_type;
        if constexpr (std::is_void_v<Value>) {
            runErased([&](core::TaskContext& task) { return body(task); });
        } else {
            std::optional<Value> value;
            runErased([&](core::TaskContext& task) -> core::Result<void> {
                auto result = body(task);
                if (!result)
                    return core::fail(std::move(result).error());
                value.emplace(std::move(*result));
                return {};
            });
            return std::move(*value);
        }
    }

    /// For the threads of the work: has the calling thread run it, with the GIL. Waits where much is waiting
    /// already.
    void post(std::function<void()> delivery);

private:
    using ErasedBody = std::function<core::Result<void>(core::TaskContext&)>;
    void runErased(const ErasedBody& body);
    void serve(const core::Progress& progress);

    static constexpr std::size_t kMostWaiting = 1024;

    py::object m_progress;
    double m_reported = -1;
    std::mutex m_mutex;
    std::condition_variable m_wake, m_room;
    std::deque<std::function<void()>> m_deliveries;
    bool m_isDone = false, m_isRefusing = false;
};

/// Has every process that is forked from this one do with one thread.
void watchForks();

} // namespace dumpscope::python
