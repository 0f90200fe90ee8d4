// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pair_table.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Rows of an earlier table by what was compared. Thread-safe for reading.
class KnownPairs {
public:
    /// `known` may be null; of other indexes or metrics nothing is known.
    KnownPairs(const PairTable* known, const PairTable& wanted);

    /// The row; nullopt: it has to be measured. How axes were matched is part of what was compared. Pairs are
    /// mostly asked for in the order of the rows: `next` is where the next one is looked for first.
    [[nodiscard]] std::optional<std::size_t> find(const TensorPair& pair, std::size_t& next) const;
    /// Adds a row to a table: the same one where all of it is the same, else what was measured of it. False:
    /// its verdict is of other limits or of another row.
    [[nodiscard]] bool addTo(
        PairTable& table, std::size_t row, const TensorPair& pair, const CompiledLimits& limits) const;

private:
    const PairTable* m_known;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_rows; ///< ascending
};

} // namespace dumpscope::core
