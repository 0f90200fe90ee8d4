// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/held_content.h"

#include <algorithm>
#include <chrono>

namespace dumpscope::core {

using namespace std::chrono_literals;

const Bytes* HeldContent::use(const std::string& key)
{
    const auto held = std::ranges::find(m_held, key, &Held::key);
    if (held == m_held.end())
        return nullptr;
    m_held.splice(m_held.begin(), m_held, held);
    return &held->bytes;
}

void HeldContent::hold(const std::string& key, const Bytes& bytes)
{
    m_held.push_front({key, bytes});
    std::uint64_t inMemory = 0, onDisk = 0;
    std::erase_if(m_held, [&](const Held& one) {
        const bool isLarge = one.bytes.size() > kMostInMemory;
        std::uint64_t& held = isLarge ? onDisk : inMemory;
        const bool isFirst = held == 0;
        held += one.bytes.size();
        return !isFirst && held > (isLarge ? m_diskBytes : m_memoryBytes);
    });
}

Result<Bytes> HeldContent::get(
    const std::string& key, const std::stop_token& stop, const std::function<Result<Bytes>()>& bring)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (const Bytes* const held = use(key))
            return *held;
        if (m_underWay.insert(key).second)
            break;
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        m_arrived.wait_for(lock, 20ms);
    }
    lock.unlock();
    Result<Bytes> bytes = bring();
    lock.lock();
    m_underWay.erase(key);
    if (bytes)
        hold(key, *bytes);
    m_arrived.notify_all();
    return bytes;
}

std::optional<Bytes> HeldContent::find(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const Bytes* const held = use(key);
    return held ? std::optional(*held) : std::nullopt;
}

} // namespace dumpscope::core
