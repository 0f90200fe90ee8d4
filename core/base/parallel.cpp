// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#ifdef DUMPSCOPE_PLAIN_THREADS
#include <deque>
#else
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace dumpscope::core {

namespace {

constexpr int kMaxThreads = 1024;

int resolveThreads(int wanted)
{
    if (wanted <= 0)
        wanted = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, kMaxThreads);
}

/// The boundary that no exception crosses.
template<typename Function> Result<void> guarded(const Function& function) noexcept
{
    try {
        try {
            return function();
        } catch (const std::bad_alloc&) {
            return fail(Code::OutOfMemory, phrase("out of memory"));
        } catch (const std::exception& exception) {
            return fail(Code::Internal, phrase("unexpected exception: %1", exception.what()));
        } catch (...) {
            return fail(Code::Internal, phrase("unexpected exception of unknown type"));
        }
    } catch (...) {
        // No memory even for the text of the message.
        return fail(Code::OutOfMemory, {});
    }
}

} // namespace

#ifdef DUMPSCOPE_PLAIN_THREADS

/// Threads that help with jobs. Whoever starts a job works on it too and calls back the invitations
/// that nobody took up, so a job inside a job never waits for a free thread.
class Arena::Impl {
public:
    explicit Impl(int threadCount)
        : threads(threadCount)
    {
        for (int i = 1; i < threadCount; ++i) {
            try {
                m_threads.emplace_back([this](const std::stop_token& stop) { serve(stop); });
            } catch (const std::exception&) {
                break; // fewer threads only make it slower
            }
        }
    }

    /// Runs `worker` on this thread and on up to `helpers` others; it returns when there is no work.
    void run(std::size_t helpers, const std::function<void()>& worker)
    {
        Job job {worker};
        {
            const std::lock_guard lock(m_mutex);
            m_invitations.insert(m_invitations.end(), helpers, &job);
        }
        m_wake.notify_all();
        worker();
        std::unique_lock lock(m_mutex);
        std::erase(m_invitations, &job);
        job.left.wait(lock, [&job] { return job.active == 0; });
    }

    const int threads;

private:
    struct Job {
        const std::function<void()>& worker;
        std::size_t active = 0;
        std::condition_variable left;
    };

    void serve(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        while (m_wake.wait(lock, stop, [this] { return !m_invitations.empty(); })) {
            Job* job = m_invitations.front();
            m_invitations.pop_front();
            ++job->active;
            lock.unlock();
            job->worker();
            lock.lock();
            if (--job->active == 0)
                job->left.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job*> m_invitations;
    std::vector<std::jthread> m_threads; // last: they stop before the rest goes
};

#else

class Arena::Impl {
public:
    explicit Impl(int threadCount)
        : threads(threadCount)
        , m_arena(threadCount)
    {
        // oneTBB would not start more workers than there are cores, whatever the arena asks for.
        if (threadCount > tbb::info::default_concurrency())
            m_allowed.emplace(
                tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threadCount));
    }

    /// Runs `worker` on this thread and on up to `helpers` others; it returns when there is no work.
    void run(std::size_t helpers, const std::function<void()>& worker)
    {
        m_arena.execute([&] {
            // While waiting, this thread must not pick up unrelated work: it may hold a chunk that
            // others wait for.
            tbb::this_task_arena::isolate([&] {
                tbb::task_group group;
                try {
                    for (std::size_t i = 0; i < helpers; ++i)
                        group.run(worker);
                } catch (const std::bad_alloc&) {
                    // Fewer helpers only make it slower.
                }
                worker();
                group.wait();
            });
        });
    }

    const int threads;

private:
    std::optional<tbb::global_control> m_allowed;
    tbb::task_arena m_arena;
};

#endif

Arena::Arena(int threads)
    : m_impl(std::make_shared<Impl>(resolveThreads(threads)))
{
}

int Arena::threads() const
{
    return m_impl->threads;
}

namespace {

struct Chunks {
    std::size_t count;
    std::size_t grain;
    std::size_t number;

    Chunks(std::size_t itemCount, std::size_t wantedGrain)
        : count(itemCount)
        , grain(std::max<std::size_t>(wantedGrain, 1))
        , number(count / grain + (count % grain != 0 ? 1 : 0))
    {
    }
    [[nodiscard]] std::size_t begin(std::size_t chunk) const { return chunk * grain; }
    [[nodiscard]] std::size_t end(std::size_t chunk) const
    {
        return begin(chunk) + std::min(grain, count - begin(chunk));
    }
};

Result<void> runWorkers(const Arena& arena, std::size_t chunkNumber, const std::function<void()>& worker)
{
    const std::size_t useful = std::min(chunkNumber, static_cast<std::size_t>(arena.threads()));
    if (useful <= 1) {
        worker();
        return {};
    }
    return guarded([&]() -> Result<void> {
        arena.impl().run(useful - 1, worker);
        return {};
    });
}

Failure cancelled()
{
    return fail(Code::Cancelled, phrase("cancelled"));
}

/// State of one parallelFor. Chunks are taken in ascending order and every chunk that was taken
/// runs, so the error with the lowest begin is the same for any number of threads.
class UnorderedRun {
public:
    using Body = std::function<Result<void>(std::size_t, std::size_t)>;

    UnorderedRun(const Chunks& chunks, const std::stop_token& stop, const Body& body)
        : m_chunks(chunks)
        , m_stop(stop)
        , m_body(body)
    {
    }

    void work()
    {
        while (!m_failed.load(std::memory_order_relaxed) && !m_stop.stop_requested()) {
            const std::size_t chunk = m_next.fetch_add(1, std::memory_order_relaxed);
            if (chunk >= m_chunks.number)
                return;
            auto result = guarded([&] { return m_body(m_chunks.begin(chunk), m_chunks.end(chunk)); });
            if (!result)
                keepError(chunk, std::move(result).error());
        }
    }

    [[nodiscard]] Result<void> result()
    {
        if (m_error)
            return fail(std::move(*m_error));
        if (m_next.load(std::memory_order_relaxed) < m_chunks.number)
            return cancelled();
        return {};
    }

private:
    void keepError(std::size_t chunk, Error error)
    {
        m_failed.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(m_mutex);
        if (!m_error || chunk < m_errorChunk) {
            m_error = std::move(error);
            m_errorChunk = chunk;
        }
    }

    const Chunks& m_chunks;
    const std::stop_token& m_stop;
    const Body& m_body;
    std::atomic<std::size_t> m_next {0};
    std::atomic<bool> m_failed {false};
    std::mutex m_mutex;
    std::optional<Error> m_error;
    std::size_t m_errorChunk = 0;
};

/// State of one ordered map-reduce. A failed map ends the run when its turn to be reduced comes, so
/// what was reduced before does not depend on the number of threads either.
class OrderedRun {
public:
    using Map = std::function<Result<void>(std::size_t, std::size_t, std::size_t)>;
    using Reduce = std::function<Result<void>(std::size_t)>;

    OrderedRun(const Chunks& chunks, const std::stop_token& stop, std::size_t window, const Map& map,
        const Reduce& reduce)
        : m_chunks(chunks)
        , m_stop(stop)
        , m_map(map)
        , m_reduce(reduce)
        , m_slots(window)
    {
    }

    void work()
    {
        std::unique_lock lock(m_mutex);
        while (takeChunk(lock)) {
            const std::size_t chunk = m_next++;
            const std::size_t slot = chunk % m_slots.size();
            lock.unlock();
            auto result = guarded([&] { return m_map(slot, m_chunks.begin(chunk), m_chunks.end(chunk)); });
            lock.lock();
            if (!result) {
                m_slots[slot].error = std::move(result).error();
                m_mapFailed = true;
                m_moved.notify_all();
            }
            m_slots[slot].mapped = true;
            reduceReady(lock);
        }
    }

    [[nodiscard]] Result<void> result()
    {
        if (m_error)
            return fail(std::move(*m_error));
        if (m_reduced < m_chunks.number)
            return cancelled();
        return {};
    }

private:
    struct Slot {
        bool mapped = false;
        std::optional<Error> error;
    };

    [[nodiscard]] bool isOver() const
    {
        return m_mapFailed || m_error || m_next >= m_chunks.number || m_stop.stop_requested();
    }

    /// Waits for room. The lowest chunk that is out is with a thread that is not waiting here, so
    /// room always comes.
    [[nodiscard]] bool takeChunk(std::unique_lock<std::mutex>& lock)
    {
        m_moved.wait(lock, [this] { return isOver() || m_next - m_reduced < m_slots.size(); });
        return !isOver();
    }

    void reduceReady(std::unique_lock<std::mutex>& lock)
    {
        if (m_reducing)
            return;
        m_reducing = true;
        while (!m_error && m_reduced < m_next) {
            const std::size_t index = m_reduced % m_slots.size();
            Slot& slot = m_slots[index];
            if (!slot.mapped)
                break;
            slot.mapped = false;
            if (slot.error) {
                m_error = std::move(slot.error);
                break;
            }
            if (m_stop.stop_requested())
                break;
            lock.unlock();
            auto result = guarded([&] { return m_reduce(index); });
            lock.lock();
            if (!result) {
                m_error = std::move(result).error();
                break;
            }
            ++m_reduced;
            m_moved.notify_all();
        }
        m_reducing = false;
        m_moved.notify_all();
    }

    const Chunks& m_chunks;
    const std::stop_token& m_stop;
    const Map& m_map;
    const Reduce& m_reduce;
    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::vector<Slot> m_slots;
    std::size_t m_next = 0;
    std::size_t m_reduced = 0;
    bool m_reducing = false;
    bool m_mapFailed = false;
    std::optional<Error> m_error;
};

} // namespace

Result<void> parallelFor(const Arena& arena, std::size_t count, std::size_t grain, std::stop_token stop,
    const std::function<Result<void>(std::size_t begin, std::size_t end)>& body)
{
    const Chunks chunks(count, grain);
    UnorderedRun run(chunks, stop, body);
    TRY_VOID(runWorkers(arena, chunks.number, [&run] { run.work(); }));
    return run.result();
}

namespace detail {

std::size_t mapReduceWindow(const Arena& arena, std::size_t count, std::size_t grain)
{
    constexpr std::size_t kPerThread = 3;
    return std::clamp<std::size_t>(
        Chunks(count, grain).number, 1, kPerThread * static_cast<std::size_t>(arena.threads()));
}

Result<void> orderedChunks(const Arena& arena, std::size_t count, std::size_t grain,
    const std::stop_token& stop, std::size_t window,
    const std::function<Result<void>(std::size_t slot, std::size_t begin, std::size_t end)>& map,
    const std::function<Result<void>(std::size_t slot)>& reduce)
{
    const Chunks chunks(count, grain);
    return guarded([&]() -> Result<void> {
        OrderedRun run(chunks, stop, std::max<std::size_t>(window, 1), map, reduce);
        TRY_VOID(runWorkers(arena, chunks.number, [&run] { run.work(); }));
        return run.result();
    });
}

} // namespace detail

} // namespace dumpscope::core
