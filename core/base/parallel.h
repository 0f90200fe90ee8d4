// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace dumpscope::core {

/// A bounded set of worker threads: oneTBB normally, plain std::jthread where DUMPSCOPE_PLAIN_THREADS is
/// defined (thread sanitizer builds). Cheap to copy (shared handle). All parallel work of the core uses it.
class Arena {
public:
    /// `threads` = 0: one for each core.
    explicit Arena(int threads = 0);
    [[nodiscard]] int threads() const;

    class Impl;
    [[nodiscard]] Impl& impl() const { return *m_impl; }

private:
    std::shared_ptr<Impl> m_impl;
};

/// Calls `body(begin, end)` for consecutive chunks of at most `grain` of [0, count) on the arena's
/// threads. Stops early on the first error (the one with the lowest `begin` among those that ran is
/// returned) or when `stop` is requested (Code::Cancelled). Exceptions of `body` become
/// Code::OutOfMemory or Code::Internal. Safe to nest.
[[nodiscard]] Result<void> parallelFor(const Arena& arena, std::size_t count, std::size_t grain,
    std::stop_token stop, const std::function<Result<void>(std::size_t begin, std::size_t end)>& body);

/// Ordered map-reduce: `map(begin, end)` runs in parallel on chunks of at most `grain`, `reduce(T&&)` is
/// called in ascending chunk order on one thread at a time, so the result does not depend on the number of
/// threads. At most a few chunks per thread wait for their turn (bounded memory). Errors: as parallelFor.
template<typename T>
[[nodiscard]] Result<void> parallelMapReduce(const Arena& arena, std::size_t count, std::size_t grain,
    std::stop_token stop, const std::function<Result<T>(std::size_t begin, std::size_t end)>& map,
    const std::function<Result<void>(T&&)>& reduce);

} // namespace dumpscope::core

#include "base/parallel_map_reduce.inl"
