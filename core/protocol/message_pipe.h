// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Longest message between two processes.
inline constexpr std::size_t kMaxMessageBytes = 1U << 20;

/// A message as it goes over the pipe; at most kMaxMessageBytes of text.
[[nodiscard]] std::string framedMessage(std::string_view text);
/// Four bytes of length, little-endian, then the text. Longer texts are refused.
[[nodiscard]] Result<void> writeMessage(int fd, std::string_view text);

/// Takes messages out of bytes that arrive in pieces of any size.
class MessageSplitter {
public:
    void add(std::string_view bytes) { m_pending.append(bytes); }
    /// False when none is complete yet. An error when the sender is not one of ours: a length beyond the
    /// limit.
    [[nodiscard]] Result<bool> next(std::string& message);
    [[nodiscard]] bool hasRest() const { return !m_pending.empty(); }

private:
    std::string m_pending;
};

} // namespace dumpscope::core
