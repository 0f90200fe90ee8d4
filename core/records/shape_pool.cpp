// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/shape_pool.h"

#include "records/interning_table.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::size_t hashOf(std::span<const std::int64_t> shape)
{
    std::uint64_t hash = shape.size();
    for (const std::int64_t dimension : shape) {
        // The finishing steps of splitmix64: small numbers must fill all bits.
        hash = (hash ^ static_cast<std::uint64_t>(dimension)) + 0x9E3779B97F4A7C15U;
        hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
        hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
        hash ^= hash >> 31U;
    }
    return static_cast<std::size_t>(hash);
}

} // namespace

ShapeId ShapePool::intern(std::span<const std::int64_t> newShape)
{
    const std::size_t id = size();
    if (InterningTable::slotsFor(id + 1) > m_slots.size())
        m_slots = InterningTable::resized(m_slots, InterningTable::slotsFor(id + 1));
    const std::size_t hash = hashOf(newShape);
    const std::size_t slot = InterningTable::find(m_slots, hash,
        [&](std::uint32_t known) { return std::ranges::equal(shape(ShapeId(known)), newShape); });
    if (m_slots[slot] != 0)
        return ShapeId(InterningTable::idOf(m_slots[slot]));
    if (id >= InterningTable::kMaxIds)
        return {};
    // A copy, because the shape may be a part of one of ours.
    const std::vector<std::int64_t> dims(newShape.begin(), newShape.end());
    m_dims.resize(m_offsets.back());
    m_dims.insert(m_dims.end(), dims.begin(), dims.end());
    m_offsets.push_back(m_dims.size());
    m_slots[slot] = InterningTable::makeSlot(hash, id);
    return ShapeId(id);
}

std::span<const std::int64_t> ShapePool::shape(ShapeId id) const
{
    const std::size_t index = id.value();
    if (index >= size())
        return {};
    return std::span(m_dims).subspan(m_offsets[index], m_offsets[index + 1] - m_offsets[index]);
}

bool ShapePool::isSound() const
{
    const bool isEmpty = m_slots.empty() && m_offsets == std::vector<std::uint64_t> {0};
    return !m_offsets.empty() && m_offsets.front() == 0 && m_offsets.back() == m_dims.size()
        && std::ranges::is_sorted(m_offsets) && (isEmpty || InterningTable::isSound(m_slots, size()));
}

std::uint64_t ShapePool::memoryBytes() const
{
    return m_dims.capacity() * sizeof(m_dims[0]) + m_offsets.capacity() * sizeof(m_offsets[0])
        + m_slots.capacity() * sizeof(m_slots[0]);
}

} // namespace dumpscope::core
