// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/interning_table.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// Rows grouped by a common property; groups are numbered in the order of their first rows.
struct RowGroups {
    std::vector<std::uint32_t> groupOf;  ///< per row
    std::vector<std::uint32_t> firstRow; ///< per group
};

/// Ids are small numbers, of which sums and exclusive ors are the same for very many pairs.
[[nodiscard]] inline std::uint64_t mixedHash(std::uint64_t hash, std::uint64_t value)
{
    hash = hash * 0x9E3779B97F4A7C15ULL + value;
    return (hash ^ (hash >> 32U)) * 0xBF58476D1CE4E5B9ULL;
}

/// Groups rows for which `isSame(row, otherRow)` holds, which implies equal `hashOf`. Calls `added(row,
/// group)` for each row in order.
template<typename HashOf, typename IsSame, typename Added>
[[nodiscard]] RowGroups groupRows(
    std::uint32_t rows, const HashOf& hashOf, const IsSame& isSame, const Added& added)
{
    RowGroups groups;
    reserveLarge(groups.groupOf, rows);
    InterningTable::Slots places(InterningTable::kSmallest, 0);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint64_t hash = hashOf(row);
        const std::size_t place = InterningTable::find(
            places, hash, [&](std::uint32_t group) { return isSame(row, groups.firstRow[group]); });
        if (places[place] == 0) {
            places[place] = InterningTable::makeSlot(hash, groups.firstRow.size());
            groups.firstRow.push_back(row);
        }
        const std::uint32_t group = InterningTable::idOf(places[place]);
        groups.groupOf.push_back(group);
        added(row, group);
        if (InterningTable::slotsFor(groups.firstRow.size() + 1) > places.size())
            places = InterningTable::resized(places, 2 * places.size());
    }
    return groups;
}

} // namespace dumpscope::core
