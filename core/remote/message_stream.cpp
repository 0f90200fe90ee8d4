// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/message_stream.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

void neverWait(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

} // namespace

MessageStream::MessageStream(int in, int out, std::string_view mark)
    : m_in(in)
    , m_out(out)
    , m_mark(mark)
{
    neverWait(in);
    neverWait(out);
}

bool MessageStream::flush()
{
    std::size_t sent = 0;
    while (m_out >= 0 && sent < m_pending.size()) {
        const std::string_view rest = std::string_view(m_pending).substr(sent);
        ::ssize_t written = ::send(m_out, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (written < 0 && errno == ENOTSOCK)
            written = ::write(m_out, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK)
                m_out = -1;
            break;
        }
        sent += static_cast<std::size_t>(written);
    }
    m_pending.erase(0, m_out < 0 ? std::string::npos : sent);
    return m_out >= 0;
}

bool MessageStream::receive()
{
    std::array<char, kMaxMessageBytes / 16> buffer;
    constexpr int kMostPieces = 16;
    for (int i = 0; i < kMostPieces; ++i) {
        const ::ssize_t got = ::read(m_in, buffer.data(), buffer.size());
        if (got < 0)
            return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
        if (got == 0)
            return false;
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
        m_receivedBytes += bytes.size();
        if (m_mark.empty())
            m_splitter.add(bytes);
        else
            m_early += bytes;
    }
    return true;
}

Result<bool> MessageStream::next(std::string& message)
{
    constexpr std::size_t kMostEarly = 1U << 16;
    if (!m_mark.empty()) {
        const std::size_t found = m_early.find(m_mark);
        if (found == std::string::npos && m_early.size() > kMostEarly)
            return fail(
                Code::BadSyntax, phrase("the other machine sends something else than dumpscope-cli does"));
        if (found == std::string::npos)
            return false;
        m_splitter.add(std::string_view(m_early).substr(found + m_mark.size()));
        m_early.clear();
        m_mark.clear();
    }
    auto complete = m_splitter.next(message);
    if (!complete)
        return fail(Code::BadSyntax, phrase("the other machine sends what is no message"));
    return complete;
}

} // namespace dumpscope::core
