// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/parallel.h"

#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace detail {

/// How many chunks may be mapped but not yet reduced.
[[nodiscard]] std::size_t mapReduceWindow(const Arena& arena, std::size_t count, std::size_t grain);

/// The untyped part: `map` leaves its value in a slot below the window, `reduce` takes it out again.
[[nodiscard]] Result<void> orderedChunks(const Arena& arena, std::size_t count, std::size_t grain,
    const std::stop_token& stop, std::size_t window,
    const std::function<Result<void>(std::size_t slot, std::size_t begin, std::size_t end)>& map,
    const std::function<Result<void>(std::size_t slot)>& reduce);

} // namespace detail

template<typename T>
Result<void> parallelMapReduce(const Arena& arena, std::size_t count, std::size_t grain, std::stop_token stop,
    const std::function<Result<T>(std::size_t begin, std::size_t end)>& map,
    const std::function<Result<void>(T&&)>& reduce)
{
    const std::size_t window = detail::mapReduceWindow(arena, count, grain);
    std::vector<std::optional<T>> waiting(window);
    return detail::orderedChunks(
        arena, count, grain, stop, window,
        [&](std::size_t slot, std::size_t begin, std::size_t end) -> Result<void> {
            Result<T> value = map(begin, end);
            if (!value)
                return fail(std::move(value).error());
            waiting[slot].emplace(std::move(*value));
            return {};
        },
        [&](std::size_t slot) -> Result<void> {
            T value = std::move(*waiting[slot]);
            waiting[slot].reset();
            return reduce(std::move(value));
        });
}

} // namespace dumpscope::core
