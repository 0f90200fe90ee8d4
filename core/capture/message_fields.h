// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/message.h"
#include "base/result.h"
#include "io/json_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Fields of the messages between a host process and its client: one JSON object each. A field that is
/// missing or of another type reads as empty or zero. Any thread.
namespace dumpscope::core {

template<typename Write> std::string messageText(const Write& write)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginObject();
    write(json);
    json.endObject();
    json.finish();
    return text;
}

/// `sender` is named if `text` is no message.
[[nodiscard]] Result<JsonValue> parseMessage(std::string_view text, std::string_view sender);

void writeList(JsonWriter& json, std::string_view key, const std::vector<std::string>& list);

[[nodiscard]] std::string textOf(const JsonValue& message, std::string_view key);
[[nodiscard]] std::int64_t numberOf(const JsonValue& message, std::string_view key);
/// For counts and bytes: a negative number is no number.
[[nodiscard]] std::uint64_t countOf(const JsonValue& message, std::string_view key);
[[nodiscard]] double realOf(const JsonValue& message, std::string_view key);
[[nodiscard]] bool flagOf(const JsonValue& message, std::string_view key);
[[nodiscard]] std::vector<std::string> listOf(const JsonValue& message, std::string_view key);

/// A sentence: plain text, or a list of its form and its arguments, each as a sentence.
void writeSentence(JsonWriter& json, std::string_view key, const Message& sentence);
/// Arguments that are nested too deep read as empty.
[[nodiscard]] Message sentenceOf(const JsonValue& message, std::string_view key);

} // namespace dumpscope::core
