// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// RFC 8259 number, or NaN, Infinity, -Infinity; nothing before or after it.
[[nodiscard]] bool isJsonNumber(std::string_view token);

struct JsonStringToken {
    std::string_view content;         ///< in the token, or in `scratch` where escapes were resolved
    std::optional<std::size_t> badAt; ///< offset of the fault in the token
};
/// Content of a token that starts with a quote; only blanks may follow the closing one.
[[nodiscard]] JsonStringToken readJsonString(std::string_view token, std::string& scratch);

/// Offset of the first byte that is not UTF-8.
[[nodiscard]] std::size_t firstInvalidUtf8(std::string_view text);

/// Offset of the first control character in a string, or of the quote of a string that never ends.
[[nodiscard]] std::size_t firstBrokenString(std::string_view text);

[[nodiscard]] std::string_view withoutTrailingBlanks(std::string_view text);

} // namespace dumpscope::core
