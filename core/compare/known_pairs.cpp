// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/known_pairs.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::uint64_t keyOf(const TensorPair& pair)
{
    return std::uint64_t {pair.target.value()} << 32U | pair.golden.value();
}

bool isFoundAlike(const TensorPair& a, const TensorPair& b)
{
    return a.origin == b.origin && a.confidence == b.confidence && a.reason == b.reason;
}

bool sameMetrics(const PairTable& a, const PairTable& b)
{
    if (a.metrics().size() != b.metrics().size())
        return false;
    for (std::size_t i = 0; i < a.metrics().size(); ++i) {
        if (a.metrics().info(i).id != b.metrics().info(i).id)
            return false;
    }
    return true;
}

} // namespace

KnownPairs::KnownPairs(std::span<const std::shared_ptr<const PairTable>> known, const PairTable& wanted)
{
    for (const std::shared_ptr<const PairTable>& table : known) {
        // Other indexes have other tensors, other metrics other columns.
        if (!table || table->target().index != wanted.target().index
            || table->golden().index != wanted.golden().index || !sameMetrics(*table, wanted))
            continue;
        auto& rows = m_known.emplace_back(Known {table.get(), {}}).rows;
        rows.reserve(table->rows());
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const TensorPair& pair = table->row(row).pair;
            if (!pair.hint)
                rows.emplace_back(keyOf(pair), static_cast<std::uint32_t>(row));
        }
        if (!std::ranges::is_sorted(rows))
            std::ranges::sort(rows);
    }
}

std::optional<KnownPairs::Row> KnownPairs::find(const TensorPair& pair)
{
    if (pair.hint)
        return std::nullopt;
    const std::uint64_t key = keyOf(pair);
    std::optional<Row> measured;
    for (Known& known : m_known) {
        const auto& rows = known.rows;
        if (known.next >= rows.size() || rows[known.next].first != key)
            known.next = static_cast<std::size_t>(
                std::ranges::lower_bound(rows, key, {}, &std::pair<std::uint64_t, std::uint32_t>::first)
                - rows.begin());
        if (known.next >= rows.size() || rows[known.next].first != key)
            continue;
        const Row row {known.table, rows[known.next++].second};
        if (isFoundAlike(row.table->row(row.number).pair, pair))
            return row; // nothing of it has to be copied
        if (!measured)
            measured = row;
    }
    return measured;
}

bool KnownPairs::addTo(PairTable& table, const Row& row, const TensorPair& pair, const CompiledLimits& limits)
{
    const PairResult& known = row.table->row(row.number);
    const bool isJudged = row.table->isJudgedBy(limits) && !limits.looksAtPlace();
    if (isFoundAlike(known.pair, pair)) {
        table.share(*row.table, row.number);
        return isJudged;
    }
    PairResult result = known;
    result.pair = pair;
    table.add(std::move(result));
    return isJudged && !limits.looksAtPairing();
}

} // namespace dumpscope::core
