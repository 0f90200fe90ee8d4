// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/radix_sort.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kDigits = 9; ///< eight bytes of the key, then the group
constexpr std::size_t kFewEntries = 256;
/// What one thread takes at a time, between two looks at the stop token.
constexpr std::size_t kSmallestPart = 1U << 15;
constexpr std::size_t kLargestPart = 1U << 20;

using Counts = std::array<std::uint32_t, 256>;

std::size_t digitOf(const SortEntry& entry, std::size_t digit)
{
    return digit < 8 ? (entry.key >> (8 * digit)) & 0xFFU : entry.group & 0xFFU;
}

/// Which bits are not the same in all entries.
SortEntry varyingBits(std::span<const SortEntry> entries)
{
    SortEntry varying {};
    for (const SortEntry& entry : entries) {
        varying.key |= entry.key ^ entries.front().key;
        varying.group |= entry.group ^ entries.front().group;
    }
    return varying;
}

/// One digit: parts are counted, then put where parts and digits before leave off.
class Pass {
public:
    Pass(const Arena& arena, const std::stop_token& stop, std::size_t count)
        : m_arena(arena)
        , m_stop(stop)
        , m_count(count)
        , m_part(
              std::clamp(count / static_cast<std::size_t>(arena.threads()) + 1, kSmallestPart, kLargestPart))
        , m_places((count + m_part - 1) / m_part)
    {
    }

    Result<void> run(std::span<const SortEntry> from, std::span<SortEntry> to, std::size_t digit)
    {
        TRY_VOID(overParts([&](Counts& counts, std::size_t begin, std::size_t end) {
            counts = {};
            for (std::size_t i = begin; i < end; ++i)
                ++counts[digitOf(from[i], digit)];
        }));
        std::uint32_t place = 0;
        for (std::size_t value = 0; value < Counts().size(); ++value) {
            for (Counts& counts : m_places)
                place += std::exchange(counts[value], place);
        }
        return overParts([&](Counts& places, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                to[places[digitOf(from[i], digit)]++] = from[i];
        });
    }

private:
    template<typename Body> Result<void> overParts(const Body& body)
    {
        return parallelFor(m_arena, m_places.size(), 1, m_stop, [&](std::size_t first, std::size_t last) {
            for (std::size_t part = first; part < last; ++part)
                body(m_places[part], part * m_part, std::min(m_count, (part + 1) * m_part));
            return Result<void>();
        });
    }

    const Arena& m_arena;
    const std::stop_token& m_stop;
    std::size_t m_count, m_part;
    std::vector<Counts> m_places; ///< per part
};

} // namespace

Result<void> radixSort(
    std::span<SortEntry> entries, std::span<SortEntry> spare, const Arena& arena, const std::stop_token& stop)
{
    if (entries.size() < kFewEntries) {
        std::stable_sort(entries.begin(), entries.end(), [](const SortEntry& a, const SortEntry& b) {
            return std::tie(a.group, a.key) < std::tie(b.group, b.key);
        });
        return {};
    }
    const SortEntry varying = varyingBits(entries);
    Pass pass(arena, stop, entries.size());
    std::span<SortEntry> from = entries;
    std::span<SortEntry> to = spare.first(entries.size());
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        // A byte that is the same everywhere orders nothing.
        if (digitOf(varying, digit) == 0)
            continue;
        TRY_VOID(pass.run(from, to, digit));
        std::swap(from, to);
    }
    if (from.data() != entries.data())
        std::copy(from.begin(), from.end(), entries.begin());
    return {};
}

} // namespace dumpscope::core
