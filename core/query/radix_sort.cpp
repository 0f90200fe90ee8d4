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
constexpr std::size_t kStopInterval = 1U << 16;

using Counts = std::array<std::uint32_t, 256>;

std::size_t digitOf(const SortEntry& entry, std::size_t digit)
{
    return digit < 8 ? (entry.key >> (8 * digit)) & 0xFFU : entry.group & 0xFFU;
}

Failure cancelled()
{
    return fail(Code::Cancelled, "cancelled");
}

void countDigits(std::span<const SortEntry> entries, std::array<Counts, kDigits>& counts)
{
    for (const SortEntry& entry : entries) {
        for (std::size_t digit = 0; digit < kDigits; ++digit)
            ++counts[digit][digitOf(entry, digit)];
    }
}

} // namespace

Result<void> radixSort(std::span<SortEntry> entries, std::span<SortEntry> spare, const std::stop_token& stop)
{
    if (entries.size() < kFewEntries) {
        std::stable_sort(entries.begin(), entries.end(), [](const SortEntry& a, const SortEntry& b) {
            return std::tie(a.group, a.key) < std::tie(b.group, b.key);
        });
        return {};
    }
    std::array<Counts, kDigits> counts {};
    for (std::size_t begin = 0; begin < entries.size(); begin += kStopInterval) {
        if (stop.stop_requested())
            return cancelled();
        countDigits(entries.subspan(begin, std::min(kStopInterval, entries.size() - begin)), counts);
    }
    std::span<SortEntry> from = entries;
    std::span<SortEntry> to = spare.first(entries.size());
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        Counts& places = counts[digit];
        // A byte that is the same everywhere orders nothing.
        if (places[digitOf(from.front(), digit)] == from.size())
            continue;
        std::uint32_t place = 0;
        for (std::uint32_t& count : places)
            place += std::exchange(count, place);
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (i % kStopInterval == 0 && stop.stop_requested())
                return cancelled();
            to[places[digitOf(from[i], digit)]++] = from[i];
        }
        std::swap(from, to);
    }
    if (from.data() != entries.data())
        std::copy(from.begin(), from.end(), entries.begin());
    return {};
}

} // namespace dumpscope::core
