// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/message_pipe.h"

#include <cerrno>

#include <sys/socket.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kLengthBytes = 4;

} // namespace

std::string framedMessage(std::string_view text)
{
    std::string framed;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        framed += static_cast<char>((text.size() >> (8U * i)) & 0xFFU);
    framed += text;
    return framed;
}

Result<void> writeMessage(int fd, std::string_view text)
{
    if (text.size() > kMaxMessageBytes)
        return fail(Code::Limit, phrase("a message of %1 bytes is too long", text.size()));
    const std::string framed = framedMessage(text);
    for (std::string_view rest = framed; !rest.empty();) {
        ::ssize_t written = ::send(fd, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (written < 0 && errno == ENOTSOCK)
            written = ::write(fd, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(systemError(errno, phrase("write to the device host")));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<bool> MessageSplitter::next(std::string& message)
{
    if (m_pending.size() < kLengthBytes)
        return false;
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        length |= std::size_t {static_cast<unsigned char>(m_pending[i])} << (8U * i);
    if (length > kMaxMessageBytes)
        return fail(Code::Limit, phrase("the device host sent what is no message"));
    if (m_pending.size() - kLengthBytes < length)
        return false;
    message.assign(m_pending, kLengthBytes, length);
    m_pending.erase(0, kLengthBytes + length);
    return true;
}

} // namespace dumpscope::core
