// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Rows of earlier tables by what was compared. `find` is not thread-safe. The tables must outlive this.
class KnownPairs {
public:
    /// Tables of other indexes or metrics are not used.
    KnownPairs(std::span<const std::shared_ptr<const PairTable>> known, const PairTable& wanted);

    struct Row {
        const PairTable* table = nullptr;
        std::size_t number = 0;
    };
    /// nullopt: the pair has to be measured; always so for a pair with an AlignmentHint. Fastest in the order
    /// of the rows.
    [[nodiscard]] std::optional<Row> find(const TensorPair& pair);
    /// Adds a row to a table: the row itself where all of it is the same, else a copy of its figures. False:
    /// its verdict does not hold and has to be judged again.
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
