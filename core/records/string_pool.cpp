// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/string_pool.h"

#include "base/large_pages.h"
#include "records/interning_table.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace dumpscope::core {

bool TextBlock::isSound() const
{
    return !m_offsets.empty() && m_offsets.front() == 0 && m_offsets.back() == m_text.size()
        && std::ranges::is_sorted(m_offsets);
}

StringPool::StringPool()
    : m_slots(InterningTable::kSmallest, 0)
{
    m_grown.m_offsets.push_back(0); // id 0
    const std::size_t hash = hashOf({});
    m_slots[InterningTable::firstSlot(m_slots, hash)] = InterningTable::makeSlot(hash, 0);
}

std::size_t StringPool::hashOf(std::string_view text)
{
    return std::hash<std::string_view> {}(text);
}

void StringPool::reserve(std::size_t texts, std::size_t bytes)
{
    reserveLarge(m_grown.m_text, bytes);
    reserveLarge(m_grown.m_offsets, texts + 1);
    if (const std::size_t slots = InterningTable::slotsFor(texts); slots > m_slots.size())
        m_slots = InterningTable::resized(m_slots, slots);
}

void StringPool::prefetch(std::size_t hash) const
{
    __builtin_prefetch(m_slots.data() + InterningTable::firstSlot(m_slots, hash));
}

std::size_t StringPool::findSlot(std::string_view wanted, std::size_t hash) const
{
    return InterningTable::find(
        m_slots, hash, [&](std::uint32_t id) { return text(StringId(id)) == wanted; });
}

void StringPool::appendText(std::string_view newText)
{
    // The text may be a part of one of ours, which moves when the block grows.
    std::vector<char>& block = m_grown.m_text;
    const std::less<const char*> before;
    const bool isOurs = !block.empty() && !before(newText.data(), block.data())
        && before(newText.data(), block.data() + block.size());
    const std::size_t offset = m_grown.m_offsets.back();
    if (!isOurs) {
        block.resize(offset); // an interning that ran out of memory may have left bytes
        block.insert(block.end(), newText.begin(), newText.end());
        return;
    }
    const std::ptrdiff_t position = newText.data() - block.data();
    block.resize(offset + newText.size());
    std::memcpy(block.data() + offset, block.data() + position, newText.size());
}

std::shared_ptr<const TextBlock> StringPool::settle()
{
    if (!m_settled) {
        m_settled = std::make_shared<const TextBlock>(std::exchange(m_grown, {}));
        m_settledCount = m_settled->size();
    }
    return m_settled;
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
    m_grown.m_offsets.push_back(m_grown.m_text.size());
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
    if (index < m_settledCount)
        return m_settled->text(index);
    return index < size() ? m_grown.text(index - m_settledCount) : std::string_view();
}

std::uint64_t StringPool::memoryBytes() const
{
    const auto bytesOf = [](const TextBlock& block) {
        return block.m_text.capacity() + block.m_offsets.capacity() * sizeof(block.m_offsets[0]);
    };
    return (m_settled ? bytesOf(*m_settled) : 0) + bytesOf(m_grown) + m_slots.capacity() * sizeof(m_slots[0]);
}

bool StringPool::isSound() const
{
    return size() > 0 && text(StringId(std::uint32_t {0})).empty()
        && InterningTable::isSound(m_slots, size());
}

void StringPool::shrink()
{
    // Slack that was never written takes no memory; copying a block to be rid of it does for a while.
    const auto shrinkIfSlack = [](auto& block) {
        if (block.capacity() - block.size() > block.size() / 2)
            block.shrink_to_fit();
    };
    shrinkIfSlack(m_grown.m_text);
    shrinkIfSlack(m_grown.m_offsets);
    if (const std::size_t places = InterningTable::slotsFor(size()); places < m_slots.size())
        m_slots = InterningTable::resized(m_slots, places);
    shrinkIfSlack(m_slots);
}

} // namespace dumpscope::core
