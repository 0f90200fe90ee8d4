// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Shortest text that reads back to the same value. Non-finite: NaN, Infinity, -Infinity.
/// Integral values print without exponent or fraction while they have at most 17 digits (float: 9):
/// 3, 100000; everything else as std::to_chars: 0.1, 1e-07, 1e+300, -0.
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
void appendNumber(std::string& out, std::int64_t value);
void appendNumber(std::string& out, std::uint64_t value);
[[nodiscard]] std::string numberText(double value);

/// Like C++ streams with `precision` significant digits ("%g"): what MindSpore and CANN print.
[[nodiscard]] std::string streamText(double value, int precision = 6);

/// Whole text as a number; accepts nan, inf and infinity in any case, each with a sign.
/// No blanks, no locale. Beyond the range of double: infinity or zero, like any correct rounding.
[[nodiscard]] std::optional<double> parseDouble(std::string_view text);
/// Whole text as a decimal number; nothing beyond the range.
[[nodiscard]] std::optional<std::int64_t> parseInt(std::string_view text);
[[nodiscard]] std::optional<std::uint64_t> parseUnsigned(std::string_view text);
[[nodiscard]] constexpr bool isDigit(char c) ///< an ASCII digit
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] bool isDigits(std::string_view text); ///< one or more ASCII digits, nothing else

[[nodiscard]] bool isUtf8(std::string_view text);
/// Bytes of the character at `position`, which starts a valid UTF-8 sequence, if it can steer a terminal,
/// turn other text around or is drawn as nothing: C0, DEL, C1, line and paragraph separators, directional
/// marks, embeddings, overrides and isolates, joiners, zero-width spaces, selectors of variants. 0 for any
/// other.
[[nodiscard]] std::size_t controlLength(std::string_view text, std::size_t position);
/// Valid UTF-8 without any of those.
[[nodiscard]] bool isPrintable(std::string_view text);
/// Bytes that are not valid UTF-8, control characters (controlLength) and '%' become %XX; reversible.
[[nodiscard]] std::string percentEscaped(std::string_view text);
/// A '%' without two hexadecimal digits behind it stays.
[[nodiscard]] std::string percentUnescaped(std::string_view text);
/// percentEscaped if the text is not printable, else the text. For every name from a file that is shown.
[[nodiscard]] std::string printable(std::string_view text);
/// Text of our own that may quote a name: line feeds and tabs stay, every other control becomes %XX, and '%'
/// stays.
[[nodiscard]] std::string withoutControls(std::string text);

/// Digit runs compare as numbers ("op2" < "op10"), then bytes; a total order.
[[nodiscard]] std::strong_ordering naturalCompare(std::string_view a, std::string_view b);

/// ASCII case folding; enough for operator names.
[[nodiscard]] std::string asciiLower(std::string_view text);
[[nodiscard]] bool containsIgnoreCase(std::string_view text, std::string_view lowerNeedle);
[[nodiscard]] bool equalsIgnoreCase(std::string_view a, std::string_view b);

/// Matches the whole text with `*` and `?` (one UTF-8 character), case-sensitive. At most |pattern| * |text|
/// steps.
[[nodiscard]] bool globMatch(std::string_view pattern, std::string_view text);

/// Levenshtein distance in bytes for "did you mean"; never more than `limit`, in O(|text| * limit).
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit = 8);

/// 1536 -> "1.5 KiB".
[[nodiscard]] std::string byteSizeText(std::uint64_t bytes);

} // namespace dumpscope::core
