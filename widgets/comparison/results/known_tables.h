// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "comparison/pairing/pairing_edits.h"

#include <memory>
#include <vector>

namespace dumpscope::gui {

/// Tables of a comparison under the pairings that were edited last: what they hold is not measured again
/// when an edit is taken back. Of few rows in all, for those they do not share take memory.
class KnownTables {
public:
    /// Instead of the one of the same edits. One that is not whole only where it has the most rows.
    void keep(const PairingEdits& edits, const std::shared_ptr<const core::PairTable>& pairs, bool isWhole);
    void clear() { m_tables.clear(); }
    /// The newest first.
    [[nodiscard]] std::vector<std::shared_ptr<const core::PairTable>> all() const;

private:
    struct Table {
        PairingEdits edits;
        std::shared_ptr<const core::PairTable> pairs;
    };
    std::vector<Table> m_tables;
};

} // namespace dumpscope::gui
