// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/operator_sequence.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

OperatorSequence::OperatorSequence(const DumpIndex& index, std::span<const TensorId> ascending)
    : m_index(&index)
    , m_tensors(ascending.size())
    , m_taken(ascending.size(), 0)
    , m_free(ascending.size())
{
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    numbers.reserve(ascending.size() / 2);
    std::vector<std::uint32_t> operatorOf;
    operatorOf.reserve(ascending.size());
    for (const TensorId id : ascending) {
        const TensorRow& row = index.tensor(id);
        const std::uint64_t key = (std::uint64_t {row.opName.value()} << 32U) | row.occurrence;
        const auto [known, isNew] = numbers.try_emplace(key, static_cast<std::uint32_t>(m_operators.size()));
        if (isNew)
            m_operators.push_back({row.opName, row.opType, row.occurrence, 0, 0});
        ++m_operators[known->second].count;
        operatorOf.push_back(known->second);
    }
    std::uint32_t next = 0;
    std::vector<std::uint32_t> cursor;
    cursor.reserve(m_operators.size());
    for (SequenceOperator& op : m_operators) {
        op.first = next;
        cursor.push_back(next);
        next += op.count;
    }
    for (std::size_t i = 0; i < ascending.size(); ++i)
        m_tensors[cursor[operatorOf[i]]++] = ascending[i];
}

void OperatorSequence::takeTensor(TensorId id)
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        if (m_tensors[i] == id)
            take(i);
    }
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

} // namespace dumpscope::core
