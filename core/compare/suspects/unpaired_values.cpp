// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/unpaired_values.h"

#include "compare/elements/significand.h"
#include "compare/recompute/operand.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::core {

UnpairedValues::UnpairedValues(std::shared_ptr<const DumpIndex> index, TaskContext& task)
    : m_index(std::move(index))
    , m_store(m_index)
    , m_task(task)
{
}

NonFiniteValues UnpairedValues::nonFinite(TensorId id)
{
    const auto [max, min, norm] = recorded(id);
    if (max && min) {
        if (std::isfinite(*max) && std::isfinite(*min) && !(norm && std::isnan(*norm)))
            return NonFiniteValues::None;
        const bool isMask = std::isfinite(*max) && std::isinf(*min) && !(norm && std::isnan(*norm));
        return isMask ? ofMask(id) : NonFiniteValues::Spoilt;
    }
    const auto statistics = computed(id);
    if (!statistics)
        return NonFiniteValues::Unknown;
    if (statistics->nanCount > 0 || statistics->posInfCount > 0)
        return NonFiniteValues::Spoilt;
    return statistics->negInfCount > 0 ? ofMask(id) : NonFiniteValues::None;
}

std::optional<double> UnpairedValues::largest(TensorId id)
{
    if (const auto max = recorded(id)[0])
        return max;
    const auto statistics = computed(id);
    return statistics ? std::optional(statistics->max) : std::nullopt;
}

bool UnpairedValues::isSame(TensorId a, TensorId b)
{
    const Figures one = recorded(a), other = recorded(b);
    if (one[0] && other[0])
        return isRecordedSame(a, b);
    const auto computedFigures = [this](TensorId id) -> Figures {
        const auto statistics = computed(id);
        if (!statistics || statistics->finiteCount != statistics->count)
            return {};
        return {statistics->max, statistics->min, statistics->l2norm};
    };
    return areSame(a, computedFigures(a), b, computedFigures(b));
}

bool UnpairedValues::mayBeView(TensorId a, TensorId b) const
{
    const auto shapeOf = [this](TensorId id) -> std::optional<std::span<const std::int64_t>> {
        const TensorRow& row = m_index->tensor(id);
        return row.shape.isValid() ? std::optional(m_index->shape(row.shape)) : std::nullopt;
    };
    const auto one = shapeOf(a), other = shapeOf(b);
    if (!one || !other)
        return false;
    if (std::ranges::equal(*one, *other))
        return true;
    // Tensors of one value are alike whatever they are.
    const Figures figures = recorded(a);
    return elementCount(*one) == elementCount(*other) && figures[0] && figures[0] != figures[1];
}

bool UnpairedValues::isRecordedSame(TensorId a, TensorId b) const
{
    return areSame(a, recorded(a), b, recorded(b));
}

/// A cast rounds each element once.
bool UnpairedValues::areSame(TensorId a, const Figures& one, TensorId b, const Figures& other) const
{
    if (!(one[0] && one[1] && one[2] && *one[2] > 0))
        return false;
    const DType type = m_index->tensor(a).dtype, otherType = m_index->tensor(b).dtype;
    const int bits = std::min(significandBits(type), significandBits(otherType));
    // Views of other strides are summed in another order.
    constexpr double kLastDigits = 0x1p-20;
    if (type == otherType || bits <= 0)
        return one[0] == other[0] && one[1] == other[1] && other[2]
            && (one[2] == other[2] || std::fabs(*one[2] - *other[2]) <= kLastDigits * *one[2]);
    const double unit = std::ldexp(1.0, -bits);
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (!other[i] || !(std::fabs(*one[i] - *other[i]) <= unit * std::fabs(*one[i])))
            return false;
    }
    return true;
}

UnpairedValues::Figures UnpairedValues::recorded(TensorId id) const
{
    using Field = StatisticTable::Field;
    const TensorRow& row = m_index->tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return {};
    const StatisticTable& table = *m_index->statisticTables()[row.statisticTable];
    return {table.value(Field::Max, row.statisticRow), table.value(Field::Min, row.statisticRow),
        table.value(Field::L2Norm, row.statisticRow)};
}

std::optional<Statistics> UnpairedValues::computed(TensorId id)
{
    if (!takeBytes(id))
        return std::nullopt;
    const auto view = m_store.open(id, m_task);
    if (!view)
        return std::nullopt;
    auto statistics = computeStatistics(*view, m_task);
    return statistics ? std::optional(*statistics) : std::nullopt;
}

/// Of a tensor that has -infinity and no NaN: softmax goes over rows of the last axis, and one that has
/// nothing else becomes NaN.
NonFiniteValues UnpairedValues::ofMask(TensorId id)
{
    if (!takeBytes(id))
        return NonFiniteValues::Mask;
    auto view = m_store.open(id, m_task);
    if (!view || view->shape.empty() || view->shape.back() <= 0)
        return NonFiniteValues::Mask;
    const auto length = static_cast<std::uint64_t>(view->shape.back());
    const auto elements = Operand::make(std::move(*view));
    if (!elements)
        return NonFiniteValues::Mask;
    for (std::uint64_t row = 0; row + length <= elements->count(); row += length) {
        if (m_task.stopped())
            break;
        std::uint64_t masked = 0;
        while (masked < length && std::isinf(elements->at(row + masked)))
            ++masked;
        if (masked == length)
            return NonFiniteValues::Spoilt;
    }
    return NonFiniteValues::Mask;
}

bool UnpairedValues::takeBytes(TensorId id)
{
    const TensorRow& row = m_index->tensor(id);
    if (row.state != TensorState::Ok || row.bytes > m_left)
        return false;
    m_left -= row.bytes;
    return true;
}

} // namespace dumpscope::core
