// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/message_pipe.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <poll.h>

namespace dumpscope::core {

/// Framed messages over two pipes, of which neither ever waits: a side that only writes, or only reads, could
/// wait for the other one for ever. Not thread-safe; SIGPIPE must be ignored unless the pipes are sockets.
class MessageStream {
public:
    /// Does not own them; they become non-blocking. What comes before `mark` is dropped.
    MessageStream(int in, int out, std::string_view mark = {});

    /// Bytes that come before the first message.
    void sendText(std::string_view text) { m_pending += text; }
    void send(std::string_view message) { m_pending += framedMessage(message); }
    /// Bytes that the other side has not taken yet.
    [[nodiscard]] std::size_t pending() const { return m_pending.size(); }
    /// What to wait for.
    [[nodiscard]] pollfd reading() const { return {m_in, POLLIN, 0}; }
    [[nodiscard]] pollfd writing() const
    {
        return {m_out, static_cast<short>(m_pending.empty() ? 0 : POLLOUT), 0};
    }

    /// Writes what can be written now; false when nobody reads any more: then nothing is kept, and what the
    /// other side said before can still be received.
    [[nodiscard]] bool flush();
    /// Reads what is there, at most some pieces; false at the end.
    [[nodiscard]] bool receive();
    /// All that was read so far.
    [[nodiscard]] std::uint64_t receivedBytes() const { return m_receivedBytes; }
    /// False when no message is complete. Errors: Code::BadSyntax for a length that no message has, and where
    /// the mark is not among the first 64 KiB.
    [[nodiscard]] Result<bool> next(std::string& message);

private:
    int m_in;
    int m_out; ///< -1 once nobody reads
    std::string m_pending;
    std::string m_mark, m_early; ///< the mark that has not come, and what came so far
    MessageSplitter m_splitter;
    std::uint64_t m_receivedBytes = 0;
};

} // namespace dumpscope::core
