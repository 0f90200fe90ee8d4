// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Small JSON documents that users edit: built, printed, and changed in place.

[[nodiscard]] JsonValue jsonText(std::string text);
[[nodiscard]] JsonValue jsonNumber(std::uint64_t number);
[[nodiscard]] JsonValue jsonFlag(bool flag);
[[nodiscard]] JsonValue jsonTexts(std::span<const std::string> texts);
[[nodiscard]] JsonValue jsonObject();
[[nodiscard]] JsonValue jsonArray();

/// The last member of that name; null if there is none.
[[nodiscard]] JsonValue* memberOf(JsonValue& object, std::string_view key);
/// Replaces the value of the key in its place, or adds it at the end.
void setMember(JsonValue& object, std::string_view key, JsonValue value);
void removeMember(JsonValue& object, std::string_view key);

[[nodiscard]] std::string compactJson(const JsonValue& value);
/// Two blanks per level; lists of plain values are on one line. Ends with a newline.
[[nodiscard]] std::string prettyJson(const JsonValue& value);

/// The value at "dump.dump_list[0].layer"; null if there is none.
[[nodiscard]] const JsonValue* valueAt(const JsonValue& document, std::string_view path);
/// Calls `visit` for every value at a path that may hold "[]" for every element, with its own path.
void visitValues(const JsonValue& document, std::string_view path,
    const std::function<void(const JsonValue&, const std::string&)>& visit);

/// The text with one value (JSON) replaced, added or, for nullopt, removed; everything else stays byte for
/// byte. Missing objects of the path are made; the element after the last of a list is added. Errors: those
/// of parseJson; Code::BadSyntax where the text is no JSON object or the path does not match it.
[[nodiscard]] Result<std::string> withJsonValue(
    std::string_view text, std::string_view path, const std::optional<std::string>& json);

/// Offset after the last byte of the JSON value that begins at `offset`.
[[nodiscard]] std::size_t jsonValueEnd(std::string_view text, std::size_t offset);

} // namespace dumpscope::core
