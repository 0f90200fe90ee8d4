// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/mindspore_iteration.h"

#include "base/text.h"

#include <optional>

namespace dumpscope::core {

namespace {

using Range = std::pair<std::uint64_t, std::uint64_t>;

std::optional<Range> rangeOf(std::string_view segment)
{
    const std::size_t dash = segment.find('-');
    const std::string_view low = segment.substr(0, dash);
    const std::string_view high = dash == std::string_view::npos ? low : segment.substr(dash + 1);
    if (!isDigits(low) || !isDigits(high))
        return std::nullopt;
    const auto first = parseUnsigned(low), last = parseUnsigned(high);
    return first && last && *first <= *last ? std::optional(Range {*first, *last}) : std::nullopt;
}

template<typename Visit> void forEachSegment(std::string_view text, Visit&& visit)
{
    for (;;) {
        const std::size_t end = text.find('|');
        visit(rangeOf(text.substr(0, end)));
        if (end == std::string_view::npos)
            return;
        text.remove_prefix(end + 1);
    }
}

} // namespace

Message mindsporeIterationFault(std::string_view text)
{
    if (text.empty())
        return phrase("it is empty");
    const std::size_t bad = text.find_first_not_of("0123456789-|");
    if (text == "all" || bad == std::string_view::npos)
        return {};
    return text[bad] == ' ' ? phrase("blanks are not allowed in it")
                            : phrase("only digits, - and | are allowed in it, or exactly \"all\"");
}

std::vector<Range> mindsporeIterations(std::string_view text)
{
    std::vector<Range> ranges;
    forEachSegment(text, [&](const std::optional<Range>& range) {
        if (range)
            ranges.push_back(*range);
    });
    return ranges;
}

bool hasDeadIterationSegment(std::string_view text)
{
    bool isDead = false;
    if (text != "all")
        forEachSegment(text, [&](const std::optional<Range>& range) { isDead = isDead || !range; });
    return isDead;
}

bool isMindsporePattern(std::string_view kernel)
{
    return kernel.starts_with("name-regex(") && kernel.ends_with(')');
}

bool isMindsporeOperatorType(std::string_view kernel)
{
    return kernel.find('/') == std::string_view::npos && kernel.find("-op") == std::string_view::npos;
}

} // namespace dumpscope::core
