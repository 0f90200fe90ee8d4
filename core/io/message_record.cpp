// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/message_record.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr int kDeepestMessage = 64;

Message nested(RecordReader& in, int depth)
{
    const auto count = in.get<std::uint8_t>(); // of arguments and the form; 0: plain text
    std::string words = in.getText();
    if (count == 0)
        return words;
    if (depth == kDeepestMessage || count - 1U > Message::kMostArguments)
        in.fail();
    std::vector<Message> arguments;
    for (std::size_t left = in.failed() ? 0 : count - 1U; left > 0; --left)
        arguments.push_back(nested(in, depth + 1));
    return Message::received(words, arguments);
}

} // namespace

void putMessage(RecordWriter& out, const Message& message)
{
    const bool isPlain = message.form().empty();
    const std::vector<Message> arguments = message.arguments();
    out.put(static_cast<std::uint8_t>(isPlain ? 0 : arguments.size() + 1));
    out.put(std::string(isPlain ? message.plain() : message.form()));
    for (const Message& argument : arguments)
        putMessage(out, argument);
}

Message getMessage(RecordReader& in)
{
    return nested(in, 0);
}

} // namespace dumpscope::core
