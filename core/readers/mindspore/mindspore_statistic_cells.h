// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace dumpscope::core {

// Single cells of statistics files (docs/formats/mindspore-dump.md 5.2, 5.3).

/// Empty, or one of the words writers print where there is no value.
[[nodiscard]] bool isNullWord(std::string_view text);

enum class NumberCell : std::uint8_t {
    Number,
    Null,
    Boolean,  ///< `True`, `False`: 1, 0
    TooLarge, ///< beyond double precision
    Bad
};
/// `value` is 0 where there is none.
[[nodiscard]] NumberCell parseNumberCell(std::string_view text, double& value);

/// The number at `begin`, up to `end`; returns where it stops, or null if it is none or too large.
[[nodiscard]] const char* parseNumberPrefix(const char* begin, const char* end, double& value);

template<typename T> [[nodiscard]] bool parseWhole(std::string_view text, T& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

/// Beginning of a cell in quotes, for a message.
[[nodiscard]] std::string quotedCell(std::string_view text);

} // namespace dumpscope::core
