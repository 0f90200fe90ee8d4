// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_message.h"

#include <string>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr int kMostLevels = 16;

void writeNested(JsonWriter& json, const Message& message, int depth)
{
    if (message.form().empty() || depth == kMostLevels) {
        json.value(message.text());
        return;
    }
    json.beginObject().member("form", message.form()).key("with").beginArray();
    for (const Message& argument : message.arguments())
        writeNested(json, argument, depth + 1);
    json.endArray().endObject();
}

Message nestedIn(const JsonValue& value, int depth)
{
    if (value.isString())
        return value.text;
    if (!value.isObject() || depth > kMostLevels)
        return {};
    std::vector<Message> arguments;
    if (const JsonValue* const with = value.find("with"); with && with->isArray()) {
        for (const JsonValue& argument : with->items)
            arguments.push_back(nestedIn(argument, depth + 1));
    }
    return Message::received(value.textAt("form"), arguments);
}

} // namespace

void writeMessage(JsonWriter& json, const Message& message)
{
    writeNested(json, message, 0);
}

Message messageIn(const JsonValue& value)
{
    return nestedIn(value, 0);
}

Message messageAt(const JsonValue& object, std::string_view key)
{
    const JsonValue* const value = object.find(key);
    return value ? messageIn(*value) : Message();
}

} // namespace dumpscope::core
