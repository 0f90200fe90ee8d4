// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/string_pool.h"

#include "base/large_pages.h"
#include "records/interning_table.h"

#include <cstring>
#include <functional>

namespace dumpscope::core {

StringPool::StringPool()
    : m_offsets {0, 0} // id 0
    , m_slots(InterningTable::kSmallest, 0)
{
    const std::size_t hash = hashOf({});
    m_slots[InterningTable::firstSlot(m_slots, hash)] = InterningTable::makeSlot(hash, 0);
}

std::size_t StringPool::hashOf(std::string_view text)
{
    return std::hash<std::string_view> {}(text);
}

void StringPool::reserve(std::size_t texts, std::size_t bytes)
{
    reserveLarge(m_text, bytes);
    reserveLarge(m_offsets, texts + 1);
    if (const std::size_t slots = InterningTable::slotsFor(texts); slots > m_slots.size())
        m_slots = InterningTable::resized(m_slots, slots);
}

void StringPool::prefetch(std::size_t hash) const
{
    __builtin_prefetch(m_slots.data() + InterningTable::firstSlot(m_slots, hash));
}

std::size_t StringPool::findSlot(std::string_view wanted, std::size_t hash) const
{
    return InterningTable::find(m_slots, hash, [&](std::uint32_t id) {
        const std::uint64_t offset = m_offsets[id];
        return m_offsets[id + 1] - offset == wanted.size()
            && std::string_view(m_text.data() + offset, wanted.size()) == wanted;
    });
}

void StringPool::appendText(std::string_view newText)
{
    // The text may be a part of one of ours, which moves when the block grows.
    const std::less<const char*> before;
    const bool isOurs = !m_text.empty() && !before(newText.data(), m_text.data())
        && before(newText.data(), m_text.data() + m_text.size());
    if (!isOurs) {
        m_text.resize(m_offsets.back()); // an interning that ran out of memory may have left bytes
        m_text.insert(m_text.end(), newText.begin(), newText.end());
        return;
    }
    const std::ptrdiff_t position = newText.data() - m_text.data();
    const std::size_t offset = m_offsets.back();
    m_text.resize(offset + newText.size());
    std::memcpy(m_text.data() + offset, m_text.data() + position, newText.size());
}

StringId StringPool::intern(std::string_view newText, std::size_t hash)
{
    std::size_t slot = findSlot(newText, hash);
    if (m_slots[slot] != 0)
        return StringId(InterningTable::idOf(m_slots[slot]));
    const std::size_t id = size();
    if (id >= InterningTable::kMaxIds)
        return {};
    if (const std::size_t slots = InterningTable::slotsFor(id + 1); slots > m_slots.size()) {
        m_slots = InterningTable::resized(m_slots, slots);
        slot = findSlot(newText, hash);
    }
    appendText(newText);
    m_offsets.push_back(m_text.size());
    m_slots[slot] = InterningTable::makeSlot(hash, id);
    return StringId(id);
}

StringId StringPool::find(std::string_view wanted) const
{
    const std::size_t slot = findSlot(wanted, hashOf(wanted));
    return m_slots[slot] == 0 ? StringId {} : StringId(InterningTable::idOf(m_slots[slot]));
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
    // Slack that was never written takes no memory; copying a block to be rid of it does for a while.
    const auto shrinkIfSlack = [](auto& block) {
        if (block.capacity() - block.size() > block.size() / 2)
            block.shrink_to_fit();
    };
    shrinkIfSlack(m_text);
    shrinkIfSlack(m_offsets);
    if (const std::size_t places = InterningTable::slotsFor(size()); places < m_slots.size())
        m_slots = InterningTable::resized(m_slots, places);
    shrinkIfSlack(m_slots);
}

} // namespace dumpscope::core
