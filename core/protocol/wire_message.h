// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/message_pipe.h"
#include "protocol/words.pb.h"

#include <string_view>

// Parts of messages between processes of Dumpscope, as the .proto files of core describe them. Thread-safe.
namespace dumpscope::core {

/// Messages nested deeper than a few levels are sent as English text.
void putWords(const Message& message, wire::Words& out);
/// Any words are accepted: see Message::received.
[[nodiscard]] Message messageOf(const wire::Words& words);

/// Any bytes may be decoded. Errors: Code::BadSyntax, which names the sender.
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
