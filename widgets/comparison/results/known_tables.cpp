// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/results/known_tables.h"

namespace dumpscope::gui {

void KnownTables::keep(
    const PairingEdits& edits, const std::shared_ptr<const core::PairTable>& pairs, bool isWhole)
{
    if (!pairs || (!isWhole && !m_tables.empty() && pairs->rows() < m_tables.front().pairs->rows()))
        return;
    const auto isOf = [&](const Table& table, const core::PairTable& other) {
        return table.pairs->target().index == other.target().index
            && table.pairs->golden().index == other.golden().index;
    };
    std::erase_if(m_tables,
        [&](const Table& table) { return table.edits.hasSameContent(edits) || !isOf(table, *pairs); });
    m_tables.insert(m_tables.begin(), {edits, pairs});
    constexpr std::size_t kMostTables = 4, kMostRows = 400'000;
    std::size_t kept = 0, rows = 0;
    for (const Table& table : m_tables) {
        rows += table.pairs->rows();
        if (kept > 0 && (kept == kMostTables || rows > kMostRows))
            break;
        ++kept;
    }
    m_tables.resize(kept);
}

std::vector<std::shared_ptr<const core::PairTable>> KnownTables::all() const
{
    std::vector<std::shared_ptr<const core::PairTable>> all;
    for (const Table& table : m_tables)
        all.push_back(table.pairs);
    return all;
}

} // namespace dumpscope::gui
