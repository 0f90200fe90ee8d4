// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/large_pages.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace dumpscope::core {

/// Hash table with open addressing over ids, for StringPool and ShapePool. A slot holds 32 bits of the hash
/// above id + 1; 0 is free. So most different texts are distinguished without reading them, and a larger
/// table is made from the smaller one alone. The number of slots is a power of two and at most two thirds of
/// them are used.
struct InterningTable {
    using Slots = std::vector<std::uint64_t>;

    static constexpr std::size_t kSmallest = 16;
    static constexpr std::size_t kMaxIds = std::numeric_limits<std::uint32_t>::max() - 1;

    [[nodiscard]] static std::size_t slotsFor(std::size_t ids)
    {
        const std::size_t needed = std::bit_ceil(ids + ids / 2 + 1);
        return needed < kSmallest ? kSmallest : needed;
    }

    [[nodiscard]] static std::uint64_t makeSlot(std::size_t hash, std::size_t id)
    {
        return tagOf(hash) << 32U | (id + 1);
    }
    [[nodiscard]] static std::uint32_t idOf(std::uint64_t slot)
    {
        return static_cast<std::uint32_t>(slot) - 1;
    }
    /// The slot at which a search for `hash` starts.
    [[nodiscard]] static std::size_t firstSlot(const Slots& places, std::size_t hash)
    {
        return tagOf(hash) & (places.size() - 1);
    }

    /// The slot of the id for which `isSame` holds, or the free one where it belongs.
    template<typename IsSame>
    [[nodiscard]] static std::size_t find(const Slots& places, std::size_t hash, const IsSame& isSame)
    {
        const std::size_t mask = places.size() - 1;
        const std::uint64_t tag = tagOf(hash);
        std::size_t slot = tag & mask;
        while (places[slot] != 0 && (places[slot] >> 32U != tag || !isSame(idOf(places[slot]))))
            slot = (slot + 1) & mask;
        return slot;
    }

    /// The same ids in a table of `slotCount`.
    [[nodiscard]] static Slots resized(const Slots& old, std::size_t slotCount)
    {
        Slots places;
        reserveLarge(places, slotCount);
        places.resize(slotCount, 0);
        const std::size_t mask = slotCount - 1;
        for (const std::uint64_t used : old) {
            if (used == 0)
                continue;
            std::size_t slot = (used >> 32U) & mask;
            while (places[slot] != 0)
                slot = (slot + 1) & mask;
            places[slot] = used;
        }
        return places;
    }

    /// Whether searches end and find ids below `ids` alone, whatever the slots were read from.
    [[nodiscard]] static bool isSound(const Slots& places, std::size_t ids)
    {
        const auto isUsed = [](std::uint64_t slot) { return slot != 0; };
        return std::has_single_bit(places.size()) && places.size() >= slotsFor(ids) && ids <= kMaxIds
            && std::ranges::all_of(places, [&](std::uint64_t slot) { return slot == 0 || idOf(slot) < ids; })
            && static_cast<std::size_t>(std::ranges::count_if(places, isUsed)) <= ids;
    }

private:
    [[nodiscard]] static std::uint64_t tagOf(std::size_t hash)
    {
        return static_cast<std::uint32_t>(hash ^ hash >> 32U);
    }
};

} // namespace dumpscope::core
