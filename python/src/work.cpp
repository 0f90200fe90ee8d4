// SPDX-License-Identifier: GPL-3.0-or-later
#include "work.h"

#include "values.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <pthread.h>

namespace dumpscope::python {

namespace {

std::atomic<bool> isForked {false};

/// Exceptions end here: nothing may leave a thread.
core::Result<void> guarded(
    const std::function<core::Result<void>(core::TaskContext&)>& body, core::TaskContext& task)
{
    try {
        return body(task);
    } catch (const std::bad_alloc&) {
        return core::fail(core::Code::OutOfMemory, core::phrase("out of memory"));
    } catch (const std::exception& exception) {
        return core::fail(core::Code::Internal, core::phrase("unexpected exception: %1", exception.what()));
    }
}

} // namespace

void watchForks()
{
    static const int watching = pthread_atfork(nullptr, nullptr, [] { isForked = true; });
    static_cast<void>(watching);
}

Work::Work(py::object progress)
    : m_progress(std::move(progress))
{
}

void Work::post(std::function<void()> delivery)
{
    std::unique_lock lock(m_mutex);
    m_room.wait(lock, [this] { return m_isRefusing || m_deliveries.size() < kMostWaiting; });
    if (m_isRefusing)
        return;
    m_deliveries.push_back(std::move(delivery));
    m_wake.notify_one();
}

void Work::serve(const core::Progress& progress)
{
    std::deque<std::function<void()>> deliveries;
    {
        const std::lock_guard lock(m_mutex);
        deliveries.swap(m_deliveries);
    }
    m_room.notify_all();
    for (const auto& delivery : deliveries)
        delivery();
    if (!m_progress.is_none()) {
        const core::Progress::Snapshot now = progress.snapshot();
        if (now.fraction != m_reported) {
            m_reported = now.fraction;
            m_progress(now.fraction, textObject(now.title.text()), textObject(now.item));
        }
    }
    if (PyErr_CheckSignals() != 0)
        throw py::error_already_set();
}

void Work::runErased(const ErasedBody& body)
{
    core::OwnedTask task(isForked ? 1 : 0);
    core::Result<void> result;
    std::thread worker;
    {
        const py::gil_scoped_release released;
        worker = std::thread([&] {
            core::Result<void> ended = guarded(body, task);
            const std::lock_guard lock(m_mutex);
            result = std::move(ended);
            m_isDone = true;
            m_wake.notify_one();
        });
    }
    std::exception_ptr failure;
    for (bool isDone = false; !isDone;) {
        {
            const py::gil_scoped_release released;
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(
                lock, std::chrono::milliseconds(50), [this] { return m_isDone || !m_deliveries.empty(); });
            isDone = m_isDone;
        }
        if (failure)
            continue;
        try {
            serve(task.progress);
        } catch (...) {
            failure = std::current_exception();
            task.stopSource().request_stop();
            const std::lock_guard lock(m_mutex);
            m_isRefusing = true;
            m_deliveries.clear();
            m_room.notify_all();
        }
    }
    {
        const py::gil_scoped_release released;
        worker.join();
    }
    if (failure)
        std::rethrow_exception(failure);
    valueOf(std::move(result));
}

} // namespace dumpscope::python
