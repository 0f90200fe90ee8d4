// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Appends the content of quoted literals: C escapes, \x, octal, \u and \U; single halves of surrogate pairs
/// become U+FFFD. In text format several literals may follow each other with blanks and comments between; in
/// JSON it is one, and its escapes are those of JSON.
void appendLiterals(std::string& out, std::string_view literals, bool json);

/// Decimal, 0x… or octal 0…, signed; values above 2^63-1 wrap like unsigned ones on the wire; true and false
/// are 1 and 0; a real number is truncated. 0 for anything else.
[[nodiscard]] std::int64_t literalInteger(std::string_view token);
/// inf, nan, a suffix f, and everything literalInteger accepts. NaN for anything else.
[[nodiscard]] double literalReal(std::string_view token);

} // namespace dumpscope::core
