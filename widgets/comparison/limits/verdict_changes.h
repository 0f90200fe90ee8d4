// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

#include <QString>

#include <array>
#include <cstdint>

namespace dumpscope::gui {

/// What became of the rows of a table when it was judged or paired anew.
struct VerdictChanges {
    std::array<std::uint64_t, 4> now {}; ///< rows with another verdict than before or new, by core::Verdict
    std::uint64_t gone = 0;              ///< rows that are there no more
    /// "3 rows changed: 2 now fail, 1 now pass."
    [[nodiscard]] QString sentence() const;
};

/// Both tables are of the same target, whose order their rows have; several rows of a tensor are told apart
/// by their order.
[[nodiscard]] VerdictChanges verdictChanges(const core::PairTable& before, const core::PairTable& after);

} // namespace dumpscope::gui
