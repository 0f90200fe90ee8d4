// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/rule_file_json.h"

#include <algorithm>

namespace dumpscope::core {

Failure failAt(std::string_view text, const std::string& path, const JsonValue& value, Message what)
{
    const auto [row, column] = rowAndColumn(text, value.offset);
    return fail(Code::BadSyntax, std::move(what),
        {.file = path, .offset = std::nullopt, .row = row, .column = column});
}

Failure failAt(std::string_view text, const std::string& path, const JsonValue& value, std::string_view key,
    Message what)
{
    return failAt(text, path, value, phrase("%1: %2", key, std::move(what)));
}

bool looksLikeJsonWith(std::string_view text, std::initializer_list<std::string_view> keys)
{
    constexpr std::size_t kHead = 65'536;
    const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || text[first] != '{')
        return false;
    const std::string_view head = text.substr(0, kHead);
    return std::ranges::all_of(keys, [&](std::string_view key) {
        return head.find('"' + std::string(key) + '"') != std::string_view::npos;
    });
}

} // namespace dumpscope::core
