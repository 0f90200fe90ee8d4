// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/companion_file.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace dumpscope::core {

bool isCompanionFile(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kNames {
        "readme", "license", "licence", "copying", "changelog", "makefile", "dockerfile", "requirements.txt"};
    static constexpr std::array<std::string_view, 23> kEndings {".md", ".rst", ".py", ".pyc", ".ipynb", ".sh",
        ".bash", ".bat", ".cc", ".cpp", ".cu", ".h", ".hpp", ".html", ".css", ".js", ".png", ".jpg", ".jpeg",
        ".gif", ".svg", ".pdf", ".docx"};
    const std::string lower = asciiLower(name);
    const auto isName = [&](std::string_view one) {
        return lower == one || (lower.starts_with(one) && lower[one.size()] == '.');
    };
    return lower.starts_with('.') || std::ranges::any_of(kNames, isName)
        || std::ranges::any_of(kEndings, [&](std::string_view end) { return lower.ends_with(end); });
}

} // namespace dumpscope::core
