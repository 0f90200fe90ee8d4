// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/message_fields.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

const JsonValue* numberAt(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = message.find(key);
    return value != nullptr && value->kind == JsonValue::Kind::Number ? value : nullptr;
}

constexpr int kDeepestSentence = 16;

/// What is nested deeper is said in English.
void writeNested(JsonWriter& json, const Message& sentence, int depth)
{
    if (sentence.form().empty() || depth == kDeepestSentence) {
        json.value(sentence.text());
        return;
    }
    json.beginArray().value(sentence.form());
    for (const Message& argument : sentence.arguments())
        writeNested(json, argument, depth + 1);
    json.endArray();
}

Message nestedOf(const JsonValue& value, int depth)
{
    if (value.isString())
        return value.text;
    if (!value.isArray() || depth == kDeepestSentence || value.items.empty()
        || value.items.size() > Message::kMostArguments + 1 || !value.items.front().isString())
        return {};
    std::vector<Message> arguments;
    for (std::size_t i = 1; i < value.items.size(); ++i)
        arguments.push_back(nestedOf(value.items[i], depth + 1));
    return Message::received(value.items.front().text, arguments);
}

} // namespace

Result<JsonValue> parseMessage(std::string_view text, std::string_view sender)
{
    TRY_ASSIGN(JsonValue value, parseJson(text, {.maxDepth = kDeepestSentence + 8}));
    if (!value.isObject())
        return fail(Code::BadSyntax, phrase("a message of the %1 is no object", sender));
    return value;
}

void writeList(JsonWriter& json, std::string_view key, const std::vector<std::string>& list)
{
    json.key(key).beginArray();
    for (const std::string& item : list)
        json.value(item);
    json.endArray();
}

std::string textOf(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = message.find(key);
    return value != nullptr && value->isString() ? value->text : "";
}

std::int64_t numberOf(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = numberAt(message, key);
    return value != nullptr ? value->integer().value_or(0) : 0;
}

std::uint64_t countOf(const JsonValue& message, std::string_view key)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberOf(message, key)));
}

double realOf(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = numberAt(message, key);
    const double number = value != nullptr ? value->number().value_or(0) : 0;
    return std::isfinite(number) ? number : 0;
}

bool flagOf(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = message.find(key);
    return value != nullptr && value->boolean;
}

std::vector<std::string> listOf(const JsonValue& message, std::string_view key)
{
    std::vector<std::string> list;
    if (const JsonValue* value = message.find(key)) {
        for (const JsonValue& item : value->items)
            list.push_back(item.text);
    }
    return list;
}

void writeSentence(JsonWriter& json, std::string_view key, const Message& sentence)
{
    json.key(key);
    writeNested(json, sentence, 0);
}

Message sentenceOf(const JsonValue& message, std::string_view key)
{
    const JsonValue* value = message.find(key);
    return value != nullptr ? nestedOf(*value, 0) : Message();
}

} // namespace dumpscope::core
