// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/string_pool.h"

#include "model/interning_table.h"

#include <cstring>
#include <functional>

namespace dumpscope::core {

namespace {

std::size_t hashOf(std::string_view text)
{
    return std::hash<std::string_view> {}(text);
}

} // namespace

StringPool::StringPool()
    : m_offsets {0, 0} // id 0
{
    rehash(InterningTable::kSmallest);
}

void StringPool::rehash(std::size_t slots)
{
    m_slots
        = InterningTable::build(slots, size(), [this](std::size_t id) { return hashOf(text(StringId(id))); });
}

StringId StringPool::intern(std::string_view newText)
{
    if (const StringId known = find(newText); known.isValid())
        return known;
    const std::size_t id = size();
    if (id >= InterningTable::kMaxIds)
        return {};
    if (InterningTable::slotsFor(id + 1) > m_slots.size())
        rehash(InterningTable::slotsFor(id + 1));

    // The text may be a part of one of ours, which moves when the block grows.
    const std::size_t hash = hashOf(newText);
    const std::size_t offset = m_offsets.back();
    const std::less<const char*> before;
    const bool isOurs = !m_text.empty() && !before(newText.data(), m_text.data())
        && before(newText.data(), m_text.data() + m_text.size());
    const std::ptrdiff_t position = isOurs ? newText.data() - m_text.data() : 0;
    m_text.resize(offset + newText.size());
    std::memcpy(m_text.data() + offset, isOurs ? m_text.data() + position : newText.data(), newText.size());
    m_offsets.push_back(m_text.size());
    m_slots[InterningTable::find(m_slots, hash, [](std::uint32_t) { return false; })]
        = static_cast<std::uint32_t>(id + 1);
    return StringId(id);
}

StringId StringPool::find(std::string_view wanted) const
{
    const std::size_t slot = InterningTable::find(
        m_slots, hashOf(wanted), [&](std::uint32_t id) { return text(StringId(id)) == wanted; });
    return m_slots[slot] == 0 ? StringId {} : StringId(m_slots[slot] - 1);
}

std::string_view StringPool::text(StringId id) const
{
    const std::size_t index = id.value();
    if (index >= size())
        return {};
    return {m_text.data() + m_offsets[index], m_offsets[index + 1] - m_offsets[index]};
}

std::uint64_t StringPool::memoryBytes() const
{
    return m_text.capacity() + m_offsets.capacity() * sizeof(m_offsets[0])
        + m_slots.capacity() * sizeof(m_slots[0]);
}

void StringPool::shrink()
{
    m_text.shrink_to_fit();
    m_offsets.shrink_to_fit();
    const std::size_t slots = InterningTable::slotsFor(size());
    if (slots < m_slots.size() || m_slots.capacity() > m_slots.size())
        rehash(slots);
}

} // namespace dumpscope::core
