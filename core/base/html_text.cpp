// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/html_text.h"

#include "base/text.h"

namespace dumpscope::core {

std::string htmlText(std::string_view text)
{
    std::string safe;
    for (const char c : printable(text)) {
        switch (c) {
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '&':
            safe += "&amp;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

} // namespace dumpscope::core
