// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

/// A path, or the part of an id after it, as printed: unchanged, or percent-escaped as a whole where it is
/// not printable or holds a '%' and two hexadecimal digits, so that different paths have different texts. Not
/// idempotent.
[[nodiscard]] std::string pathText(std::string_view path);
/// The same of what is behind `begin` in a text.
void escapePath(std::string& text, std::size_t begin);

} // namespace dumpscope::core
