// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::cli {

/// The codes of exit_code.h for people.
inline constexpr std::string_view kExitWords
    = "0 fine, 1 answered \"no\", 2 wrong usage, 3 cannot be read, 4 partly read,\n"
      "5 device failed, 130 interrupted";

} // namespace dumpscope::cli
