// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/message_pipe.h"
#include "protocol/words.pb.h"

#include <string_view>

/// Messages between processes of ours, as the .proto files of core describe them. Any thread.
namespace dumpscope::core {

/// What is nested deeper than a few levels goes as English text.
void putWords(const Message& message, wire::Words& out);
/// Any words are accepted: see Message::received.
[[nodiscard]] Message messageOf(const wire::Words& words);

/// Code::BadSyntax, which names the sender, for bytes that are no such message.
template<typename WireMessage>
[[nodiscard]] Result<WireMessage> decoded(std::string_view bytes, std::string_view sender)
{
    WireMessage message;
    if (bytes.size() > kMaxMessageBytes
        || !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return fail(Code::BadSyntax, phrase("a message of the %1 cannot be read", sender));
    return message;
}

} // namespace dumpscope::core
