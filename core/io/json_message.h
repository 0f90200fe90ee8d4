// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/message.h"
#include "io/json_reader.h"

namespace dumpscope::core {

/// A message as a JSON value: plain text is a string, a form is `{"form": words, "with": [arguments]}`.
/// Nested deeper than a few levels, English text.
void writeMessage(JsonWriter& json, const Message& message);
/// Any value is accepted: what is neither a string nor such an object is the empty message.
[[nodiscard]] Message messageIn(const JsonValue& value);
/// Of a member of an object; the empty message where there is none.
[[nodiscard]] Message messageAt(const JsonValue& object, std::string_view key);

} // namespace dumpscope::core
