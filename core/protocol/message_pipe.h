// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Longest message between two processes, without its length.
inline constexpr std::size_t kMaxMessageBytes = 1U << 20;

/// A message as sent over the pipe: four bytes of length, little-endian, then the text, at most
/// kMaxMessageBytes.
[[nodiscard]] std::string framedMessage(std::string_view text);
/// Writes a framed message; blocks. Errors: Code::Limit for a longer text, the system's reason.
[[nodiscard]] Result<void> writeMessage(int fd, std::string_view text);

/// Extracts messages from bytes that arrive in pieces of any size. Not thread-safe.
class MessageSplitter {
public:
    void add(std::string_view bytes) { m_pending.append(bytes); }
    /// False when no message is complete yet. Errors: Code::Limit for a length above kMaxMessageBytes: the
    /// sender does not follow the protocol.
    [[nodiscard]] Result<bool> next(std::string& message);

private:
    std::string m_pending;
};

} // namespace dumpscope::core
