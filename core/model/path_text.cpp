// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/path_text.h"

#include "base/text.h"

namespace dumpscope::core {

void escapePath(std::string& text, std::size_t begin)
{
    const std::string_view path = std::string_view(text).substr(begin);
    // What reads as escaped already would be taken for what it stands for.
    if (isPrintable(path) && (path.find('%') == std::string_view::npos || percentUnescaped(path) == path))
        return;
    const std::string escaped = percentEscaped(path);
    text.replace(begin, std::string::npos, escaped);
}

std::string pathText(std::string_view path)
{
    std::string text(path);
    escapePath(text, 0);
    return text;
}

} // namespace dumpscope::core
