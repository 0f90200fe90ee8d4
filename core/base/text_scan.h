// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

// Small steps of readers that take a line of text apart.

/// Without the characters of `blanks` at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t")
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Moves behind `prefix`; false, and nothing moves, when it is not there.
inline bool skip(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

} // namespace dumpscope::core
