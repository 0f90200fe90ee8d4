// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The text as one word of a POSIX shell, in single quotes where it needs them; with controls in it as one of
/// bash and zsh, `$'\x0a'`.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// Splits a line into words as a POSIX shell does: quotes, backslashes and `$'…'` only. Errors: Code::Usage
/// where a quotation mark is not closed.
[[nodiscard]] Result<std::vector<std::string>> shellWords(std::string_view line);

} // namespace dumpscope::core
