// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/known_pairs.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::uint64_t keyOf(const TensorPair& pair)
{
    return std::uint64_t {pair.target.value()} << 32U | pair.golden.value();
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

KnownPairs::KnownPairs(const PairTable* known, const PairTable& wanted)
    : m_known(known)
{
    // Other indexes have other tensors, other metrics other columns.
    if (!known || known->target().index != wanted.target().index
        || known->golden().index != wanted.golden().index || !sameMetrics(*known, wanted)) {
        m_known = nullptr;
        return;
    }
    m_rows.reserve(known->rows());
    for (std::size_t row = 0; row < known->rows(); ++row) {
        const TensorPair& pair = known->row(row).pair;
        if (!pair.hint)
            m_rows.emplace_back(keyOf(pair), static_cast<std::uint32_t>(row));
    }
    if (!std::ranges::is_sorted(m_rows))
        std::ranges::sort(m_rows);
}

std::optional<std::size_t> KnownPairs::find(const TensorPair& pair, std::size_t& next) const
{
    if (!m_known || pair.hint)
        return std::nullopt;
    const std::uint64_t key = keyOf(pair);
    if (next >= m_rows.size() || m_rows[next].first != key)
        next = static_cast<std::size_t>(
            std::ranges::lower_bound(m_rows, key, {}, &std::pair<std::uint64_t, std::uint32_t>::first)
            - m_rows.begin());
    if (next >= m_rows.size() || m_rows[next].first != key)
        return std::nullopt;
    return m_rows[next++].second;
}

bool KnownPairs::addTo(
    PairTable& table, std::size_t row, const TensorPair& pair, const CompiledLimits& limits) const
{
    const PairResult& known = m_known->row(row);
    const bool isSame = known.pair.origin == pair.origin && known.pair.confidence == pair.confidence
        && known.pair.reason == pair.reason;
    if (isSame) {
        table.share(*m_known, row);
        return m_known->isJudgedBy(limits) && !limits.looksAtPlace();
    }
    PairResult result = known;
    result.pair = pair;
    table.add(std::move(result));
    return false;
}

} // namespace dumpscope::core
