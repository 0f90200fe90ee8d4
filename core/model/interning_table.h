// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace dumpscope::core {

/// Open addressing over ids, as StringPool and ShapePool keep it: each slot holds id + 1, 0 is free.
/// The number of places is a power of two and at most two thirds of them are used.
struct InterningTable {
    static constexpr std::size_t kSmallest = 16;
    static constexpr std::size_t kMaxIds = std::numeric_limits<std::uint32_t>::max() - 1;

    [[nodiscard]] static std::size_t slotsFor(std::size_t ids)
    {
        const std::size_t needed = std::bit_ceil(ids + ids / 2 + 1);
        return needed < kSmallest ? kSmallest : needed;
    }

    /// The slot of the id for which `isSame` holds, or the free one where it belongs.
    template<typename IsSame>
    [[nodiscard]] static std::size_t find(
        const std::vector<std::uint32_t>& places, std::size_t hash, const IsSame& isSame)
    {
        const std::size_t mask = places.size() - 1;
        std::size_t slot = hash & mask;
        while (places[slot] != 0 && !isSame(places[slot] - 1))
            slot = (slot + 1) & mask;
        return slot;
    }

    /// A new table of `slotCount` for ids [0, ids).
    template<typename HashOf>
    [[nodiscard]] static std::vector<std::uint32_t> build(
        std::size_t slotCount, std::size_t ids, const HashOf& hashOf)
    {
        std::vector<std::uint32_t> places(slotCount, 0);
        for (std::size_t id = 0; id < ids; ++id) {
            const std::size_t slot = find(places, hashOf(id), [](std::uint32_t) { return false; });
            places[slot] = static_cast<std::uint32_t>(id + 1);
        }
        return places;
    }
};

} // namespace dumpscope::core
