// SPDX-License-Identifier: GPL-3.0-or-later
// What the search for origins asks about one tensor or one call.
#include "overflow/origin_judge.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

std::optional<std::uint64_t> OriginJudge::elements(TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    return row.shape.isValid() ? elementCount(m_index.shape(row.shape)) : std::nullopt;
}

std::optional<double> OriginJudge::statistic(TensorId id, StatisticTable::Field field) const
{
    const TensorRow& row = m_index.tensor(id);
    return row.statisticRow == TensorRow::kNone
        ? std::nullopt
        : m_index.statisticTables()[row.statisticTable]->value(field, row.statisticRow);
}

bool OriginJudge::hasSameNumbers(TensorId a, TensorId b) const
{
    using Field = StatisticTable::Field;
    const Judged& left = m_judged[find(a)];
    const Judged& right = m_judged[find(b)];
    const auto differ = [](const auto& x, const auto& y) { return x && y && *x != *y; };
    if (differ(left.tensor.nan, right.tensor.nan) || differ(left.tensor.posInf, right.tensor.posInf)
        || differ(left.tensor.negInf, right.tensor.negInf)
        || differ(left.tensor.firstIndex, right.tensor.firstIndex))
        return false;
    constexpr std::array kFields {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
    return std::ranges::none_of(kFields, [&](Field field) {
        const auto x = statistic(a, field);
        const auto y = statistic(b, field);
        return differ(x, y) && !(std::isnan(*x) && std::isnan(*y));
    });
}

bool OriginJudge::hasOrdinary(const Judged& one) const
{
    if (const auto size = elements(one.tensor.id); size && one.tensor.negInf)
        return *one.tensor.negInf < *size;
    return std::isfinite(statistic(one.tensor.id, StatisticTable::Field::Max).value_or(NAN));
}

bool OriginJudge::givesFinite(const ExecutedCall& call) const
{
    bool isAny = false;
    for (const TensorId id : call.tensors) {
        if (!isMade(m_index.tensor(id).io) || m_tracker.isState(id, State::Skipped))
            continue;
        if (!m_tracker.isState(id, State::Finite))
            return false;
        isAny = true;
    }
    return isAny;
}

bool OriginJudge::isParameter(const ExecutedCall& call, TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    return row.io == Io::Parameter || (!call.isBackward && isParameterInput(call.type, row.slot));
}

bool OriginJudge::hasOrder(TensorId id) const
{
    return m_isNamedInOrder || hasRecordedOrder(m_index.tensor(id));
}

Message OriginJudge::nameOf(const Judged& one) const
{
    return one.tensor.parameter.empty() ? describe(one.tensor.id)
                                        : phrase("parameter %1", one.tensor.parameter);
}

Message OriginJudge::describe(TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    return ioPlace(row.io, row.slot);
}

Message OriginJudge::withOperator(TensorId id) const
{
    const std::string op = printable(m_index.text(m_index.tensor(id).opName));
    const Message place = describe(id);
    return place.empty() ? Message(op) : phrase("%1 of %2", place, op);
}

} // namespace dumpscope::core
