// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_scope.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kNumberMark = "-op";

struct ScopeSplit {
    std::size_t scopeEnd = 0; ///< length of the scope
    std::size_t lastStart = 0;
};

ScopeSplit splitScope(std::string_view name)
{
    if (const auto slash = name.rfind('/'); slash != std::string_view::npos)
        return {slash, slash + 1};
    if (const auto dashes = name.rfind("--"); dashes != std::string_view::npos)
        return {dashes, dashes + 2};
    return {};
}

/// Position of the closing `-op<id>[_<offset>]`, npos if the name has none.
std::size_t numberMark(std::string_view name)
{
    const auto mark = name.rfind(kNumberMark);
    if (mark == std::string_view::npos || mark == 0)
        return std::string_view::npos;
    const std::string_view tail = name.substr(mark + kNumberMark.size());
    const auto underscore = tail.find('_');
    if (underscore == std::string_view::npos)
        return isDigits(tail) ? mark : std::string_view::npos;
    const bool numbers = isDigits(tail.substr(0, underscore)) && isDigits(tail.substr(underscore + 1));
    return numbers ? mark : std::string_view::npos;
}

} // namespace

std::string sanitisedScope(std::string_view fullName)
{
    std::string text(fullName);
    for (char& c : text) {
        if (c == '/' || c == '\\' || c == '.' || c == ' ')
            c = '_';
    }
    return text;
}

std::string_view lastScopeComponent(std::string_view fullName)
{
    return fullName.substr(splitScope(fullName).lastStart);
}

std::string_view scopeOf(std::string_view fullName)
{
    return fullName.substr(0, splitScope(fullName).scopeEnd);
}

std::string_view withoutOpNumber(std::string_view name)
{
    return name.substr(0, numberMark(name));
}

std::optional<std::uint64_t> opNumber(std::string_view name)
{
    const auto mark = numberMark(name);
    if (mark == std::string_view::npos)
        return std::nullopt;
    const std::string_view tail = name.substr(mark + kNumberMark.size());
    return parseUnsigned(tail.substr(0, tail.find('_')));
}

std::string_view primitiveOf(std::string_view fullName)
{
    const std::string_view last = lastScopeComponent(fullName);
    const auto mark = numberMark(last);
    if (mark == std::string_view::npos)
        return {};
    const std::string_view stem = last.substr(0, mark);
    // Primitive names have no '-'; what stands before one belongs to the scope.
    const auto dash = stem.rfind('-');
    return dash == std::string_view::npos ? stem : stem.substr(dash + 1);
}

} // namespace dumpscope::core
