// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/operator_sequence.h"

#include "model/recorded_order.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

OperatorSequence::OperatorSequence(const DumpIndex& index, std::span<const TensorId> ascending)
    : m_index(&index)
    , m_taken(ascending.size(), 0)
    , m_free(ascending.size())
{
    const auto order = std::make_shared<Order>();
    std::vector<SequenceOperator>& operators = order->operators;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    numbers.reserve(ascending.size() / 2);
    std::vector<std::uint32_t> operatorOf;
    operatorOf.reserve(ascending.size());
    for (const TensorId id : ascending) {
        const TensorRow& row = index.tensor(id);
        const std::uint64_t key = (std::uint64_t {row.opName.value()} << 32U) | row.occurrence;
        const auto [known, isNew] = numbers.try_emplace(key, static_cast<std::uint32_t>(operators.size()));
        if (isNew)
            operators.push_back({row.opName, row.opType, row.occurrence, 0, 0});
        ++operators[known->second].count;
        operatorOf.push_back(known->second);
    }
    std::uint32_t next = 0;
    std::vector<std::uint32_t> cursor;
    cursor.reserve(operators.size());
    for (SequenceOperator& op : operators) {
        op.first = next;
        cursor.push_back(next);
        next += op.count;
    }
    order->tensors.resize(ascending.size());
    for (std::size_t i = 0; i < ascending.size(); ++i)
        order->tensors[cursor[operatorOf[i]]++] = ascending[i];
    order->isAscending = std::ranges::is_sorted(order->tensors);
    m_order = order;
}

std::optional<std::size_t> OperatorSequence::placeOf(TensorId id) const
{
    const std::vector<TensorId>& tensors = m_order->tensors;
    const auto found
        = m_order->isAscending ? std::ranges::lower_bound(tensors, id) : std::ranges::find(tensors, id);
    if (found == tensors.end() || *found != id)
        return std::nullopt;
    return static_cast<std::size_t>(found - tensors.begin());
}

void OperatorSequence::takeTensor(TensorId id)
{
    if (const auto place = placeOf(id))
        take(*place);
}

bool OperatorSequence::holds(TensorId id) const
{
    return placeOf(id).has_value();
}

bool OperatorSequence::isFree(const SequenceOperator& op) const
{
    const auto from = m_taken.begin() + op.first;
    return std::all_of(from, from + op.count, [](std::uint8_t taken) { return taken == 0; });
}

bool OperatorSequence::isDone(const SequenceOperator& op) const
{
    const auto from = m_taken.begin() + op.first;
    return std::all_of(from, from + op.count, [](std::uint8_t taken) { return taken != 0; });
}

bool isInExecutionOrder(const OperatorSequence& sequence)
{
    std::vector<TensorId> tensors;
    tensors.reserve(sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i)
        tensors.push_back(sequence.id(i));
    return isInExecutionOrder(sequence.index(), tensors);
}

} // namespace dumpscope::core
