// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

/// A path, or what follows it in an id, as it is printed: as it is, or percent-escaped as a whole where it is
/// not printable or holds a '%' and two hexadecimal digits, so that no two have the same text. What is
/// printed already must not go through it again.
[[nodiscard]] std::string pathText(std::string_view path);

} // namespace dumpscope::core
