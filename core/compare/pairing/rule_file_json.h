// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Code::BadSyntax at a value of a rule file: place with row and column.
[[nodiscard]] Failure failAt(
    std::string_view text, const std::string& path, const JsonValue& value, Message what);
/// The same of a key: message "key: what".
[[nodiscard]] Failure failAt(std::string_view text, const std::string& path, const JsonValue& value,
    std::string_view key, Message what);

/// Whether a text is a JSON object whose first keys, down to two levels, include all of `keys`. Looks
/// at quoted words of the first 64 KiB only.
[[nodiscard]] bool looksLikeJsonWith(std::string_view text, std::initializer_list<std::string_view> keys);

} // namespace dumpscope::core
