// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pair_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Rows of earlier tables by what was compared. Only adding and looking at what was found is thread-safe.
class KnownPairs {
public:
    /// Tables of other indexes or metrics tell nothing.
    KnownPairs(std::span<const std::shared_ptr<const PairTable>> known, const PairTable& wanted);

    struct Row {
        const PairTable* table = nullptr;
        std::size_t number = 0;
    };
    /// nullopt: the pair has to be measured. How axes were matched is part of what was compared. Pairs are
    /// best asked for in the order of the rows.
    [[nodiscard]] std::optional<Row> find(const TensorPair& pair);
    /// Adds a row to a table: the same one where all of it is the same, else what was measured of it. False:
    /// its verdict is of other limits or of another row.
    [[nodiscard]] static bool addTo(
        PairTable& table, const Row& row, const TensorPair& pair, const CompiledLimits& limits);

private:
    struct Known {
        const PairTable* table;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> rows; ///< ascending
        std::size_t next = 0; ///< where the next pair is looked for first
    };
    std::vector<Known> m_known;
};

} // namespace dumpscope::core
