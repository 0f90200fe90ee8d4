// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/path_text.h"

#include "base/text.h"

namespace dumpscope::core {

void appendPathText(std::string& to, std::string_view path)
{
    // What reads as escaped already would be taken for what it stands for.
    const bool isPlain
        = isPrintable(path) && (path.find('%') == std::string_view::npos || percentUnescaped(path) == path);
    if (isPlain)
        to += path;
    else
        to += percentEscaped(path);
}

std::string pathText(std::string_view path)
{
    std::string text;
    appendPathText(text, path);
    return text;
}

} // namespace dumpscope::core
