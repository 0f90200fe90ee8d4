// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/rank_places.h"

#include "base/digest.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t {1} << 30; ///< read in all

} // namespace

RankPlaces::RankPlaces(std::shared_ptr<const DumpIndex> index)
    : m_index(std::move(index))
{
    const auto steps = m_index->steps();
    if (!steps.empty())
        m_step = *std::ranges::min_element(steps);
    for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = m_index->tensor(id);
        const FolderFacts& facts = m_index->factsOf(id);
        if (facts.rank && facts.step == m_step && row.opName.isValid())
            m_places[{row.opName, row.entry, row.io, row.slot, row.occurrence}].emplace(*facts.rank, id);
    }
}

std::optional<bool> RankPlaces::byStatistics(TensorId a, TensorId b) const
{
    using Field = StatisticTable::Field;
    constexpr std::array kCompared {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
    const TensorRow& first = m_index->tensor(a);
    const TensorRow& second = m_index->tensor(b);
    if (first.statisticRow == TensorRow::kNone || second.statisticRow == TensorRow::kNone)
        return std::nullopt;
    const StatisticTable& firstTable = *m_index->statisticTables()[first.statisticTable];
    const StatisticTable& secondTable = *m_index->statisticTables()[second.statisticTable];
    bool isCompared = false;
    for (const Field field : kCompared) {
        const auto one = firstTable.value(field, first.statisticRow);
        const auto other = secondTable.value(field, second.statisticRow);
        if (!one || !other)
            continue;
        isCompared = true;
        const bool areNaN = *one != *one && *other != *other;
        if (!areNaN && *one != *other)
            return false;
    }
    return isCompared ? std::optional(true) : std::nullopt;
}

Result<std::optional<std::string>> RankPlaces::digestOf(TensorId id, TaskContext& task)
{
    if (const auto found = m_digests.find(id); found != m_digests.end())
        return found->second;
    TRY_VOID(task.checkStop());
    std::optional<std::string> digest;
    const TensorRow& row = m_index->tensor(id);
    if (row.state == TensorState::Ok && row.bytes <= kMostBytes - m_readBytes) {
        const auto view = TensorStore(m_index).open(id, task);
        if (!view && view.error().code == Code::Cancelled)
            return fail(view.error());
        // Strides may read the same bytes in another order; such tensors are not compared.
        if (view && view->strides.empty()) {
            constexpr std::size_t kPiece = 1U << 20U;
            Digest sum(DigestKind::Sha256);
            const auto bytes = view->bytes.span();
            for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
                TRY_VOID(task.checkStop());
                sum.update(bytes.subspan(at, std::min(kPiece, bytes.size() - at)));
            }
            m_readBytes += bytes.size();
            if (view->bytes.check())
                digest = sum.hex();
        }
    }
    m_digests.emplace(id, digest);
    return digest;
}

Result<std::optional<bool>> RankPlaces::areEqual(TensorId a, TensorId b, TaskContext& task)
{
    const TensorRow& first = m_index->tensor(a);
    const TensorRow& second = m_index->tensor(b);
    if (first.dtype != second.dtype
        || !std::ranges::equal(m_index->shape(first.shape), m_index->shape(second.shape)))
        return std::optional(false);
    const auto statistics = byStatistics(a, b);
    if (statistics && !*statistics)
        return statistics;
    TRY_ASSIGN(const auto one, digestOf(a, task));
    TRY_ASSIGN(const auto other, digestOf(b, task));
    if (one && other)
        return std::optional(*one == *other);
    ++(statistics ? m_equalByStatistics : m_unread);
    return statistics;
}

} // namespace dumpscope::core
