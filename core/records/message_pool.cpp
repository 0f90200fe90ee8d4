// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/message_pool.h"

#include <utility>

namespace dumpscope::core {

MessagePool::MessagePool()
{
    intern({});
}

MessagePool::MessagePool(const MessagePool& other)
    : m_all(other.m_all)
{
    for (std::uint32_t i = 0; i < m_all.size(); ++i)
        m_ids.emplace(m_all[i].text, MessageId(i));
}

MessageId MessagePool::intern(const Message& message)
{
    std::string text = message.text();
    if (const auto known = m_ids.find(text); known != m_ids.end())
        return known->second;
    const MessageId id(static_cast<std::uint32_t>(m_all.size()));
    m_all.push_back({std::move(text), message});
    m_ids.emplace(m_all.back().text, id);
    return id;
}

} // namespace dumpscope::core
