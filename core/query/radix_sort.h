// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/parallel.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace dumpscope::core {

/// An entry to sort: ascending `group`, then ascending `key`.
struct SortEntry {
    std::uint64_t key;
    std::uint32_t item;
    std::uint32_t group; ///< below 256
};

/// Stable; many entries are sorted on all threads of the arena. `spare` is working memory, at least as large
/// as `entries`. Errors: Code::Cancelled, with the entries in no particular order.
[[nodiscard]] Result<void> radixSort(std::span<SortEntry> entries, std::span<SortEntry> spare,
    const Arena& arena, const std::stop_token& stop);

} // namespace dumpscope::core
