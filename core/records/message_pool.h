// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Each distinct message once, with its English text, so that columns of tables hold ids. Id 0 is the empty
/// message. Interning is not thread-safe; const access is.
class MessagePool {
public:
    MessagePool();
    MessagePool(const MessagePool& other);
    MessagePool& operator=(const MessagePool&) = delete;
    MessagePool(MessagePool&&) = default;
    MessagePool& operator=(MessagePool&&) = default;

    MessageId intern(const Message& message);
    [[nodiscard]] const Message& message(MessageId id) const { return m_all[id.value()].message; }
    [[nodiscard]] std::string_view text(MessageId id) const { return m_all[id.value()].text; }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }

    /// Its stored form (io/stored_fields.h).
    template<typename Fields, typename Pool> static void describe(Fields& fields, Pool& pool)
    {
        std::vector<Message> all;
        if constexpr (!Fields::kReads) {
            for (const Known& known : pool.m_all)
                all.push_back(known.message);
        }
        fields(all);
        if constexpr (Fields::kReads) {
            for (std::size_t i = 0; i < all.size(); ++i)
                fields.require(pool.intern(all[i]).value() == i);
        }
    }

private:
    struct Known {
        std::string text;
        Message message;
    };
    std::deque<Known> m_all; ///< does not move what it holds
    std::unordered_map<std::string_view, MessageId> m_ids;
};

} // namespace dumpscope::core
