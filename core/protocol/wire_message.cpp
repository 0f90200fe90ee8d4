// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/wire_message.h"

namespace dumpscope::core {

namespace {

constexpr int kDeepestWords = 16;

void putNested(const Message& message, wire::Words& out, int depth)
{
    if (message.form().empty() || depth == kDeepestWords) {
        out.set_text(message.text());
        return;
    }
    out.set_text(std::string(message.form()));
    out.set_is_form(true);
    for (const Message& argument : message.arguments())
        putNested(argument, *out.add_arguments(), depth + 1);
}

} // namespace

void putWords(const Message& message, wire::Words& out)
{
    putNested(message, out, 0);
}

Message messageOf(const wire::Words& words) // protobuf refuses what is nested more than a hundred times
{
    if (!words.is_form())
        return words.text();
    std::vector<Message> arguments;
    for (const wire::Words& argument : words.arguments())
        arguments.push_back(messageOf(argument));
    return Message::received(words.text(), arguments);
}

} // namespace dumpscope::core
