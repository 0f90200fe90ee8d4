// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// One blank-separated word of a filter, quotes resolved: `op_type:"a b"*` is `op_type:a b*`.
struct FilterWord {
    std::size_t begin = 0; ///< byte in the filter
    std::size_t end = 0;
    std::string text;
    bool quoted = false;                  ///< has quotes somewhere
    std::size_t mark = std::string::npos; ///< first unquoted `:` or comparison sign, in `text`
    std::size_t markAt = 0;               ///< the same in the filter
    bool isOpen = false;                  ///< a parenthesis in it is closed by none of it

    [[nodiscard]] bool hasMark() const { return mark != std::string::npos; }
    [[nodiscard]] bool isKeyword() const
    {
        return !quoted && (text == "and" || text == "or" || text == "not");
    }
};

[[nodiscard]] bool isFilterBlank(char c);
[[nodiscard]] std::size_t skipFilterBlanks(std::string_view filter, std::size_t position);
/// Whether a comparison sign starts here (`<`, `=`, `>`, `!=`).
[[nodiscard]] bool startsComparison(std::string_view filter, std::size_t position);

/// Reads the word at `begin`. It ends at a blank, or at a `)` that it did not open itself; `""` in quotes is
/// a quotation mark. Errors: Code::Usage for quotes that do not close.
[[nodiscard]] Result<FilterWord> readFilterWord(std::string_view filter, std::size_t begin);

} // namespace dumpscope::core
