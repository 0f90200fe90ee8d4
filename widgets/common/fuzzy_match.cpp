// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fuzzy_match.h"

#include <algorithm>
#include <cstddef>

namespace dumpscope::gui {

namespace {

constexpr int kHit = 4, kRun = 12, kWordStart = 10, kLastSegment = 6, kWhole = 20;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isSeparator(char c)
{
    return c == '/' || c == '.' || c == '-' || c == '_' || c == ' ' || c == ':';
}

bool startsWord(std::string_view text, std::size_t at)
{
    if (at == 0 || isSeparator(text[at - 1]))
        return true;
    const bool isUpper = text[at] >= 'A' && text[at] <= 'Z';
    return isUpper && !(text[at - 1] >= 'A' && text[at - 1] <= 'Z');
}

std::size_t nextStart(std::string_view text, std::size_t from, char wanted)
{
    for (; from < text.size(); ++from) {
        if (lower(text[from]) == lower(wanted) && startsWord(text, from))
            return from;
    }
    return text.size();
}

/// Greedy from `from`; the caller tries several places to begin. `byStarts` rather takes the beginning
/// of a later word than a letter inside this one.
std::optional<int> scoreFrom(
    std::string_view pattern, std::string_view text, std::size_t from, std::size_t tail, bool byStarts)
{
    int score = 0;
    std::size_t at = from;
    std::size_t last = std::string_view::npos;
    for (const char wanted : pattern) {
        if (wanted == ' ')
            continue;
        const std::size_t start = byStarts ? nextStart(text, at, wanted) : text.size();
        if (start < text.size())
            at = start;
        while (at < text.size() && lower(text[at]) != lower(wanted))
            ++at;
        if (at == text.size())
            return {};
        score += kHit;
        if (last != std::string_view::npos && at == last + 1)
            score += kRun;
        if (startsWord(text, at))
            score += kWordStart;
        if (at >= tail)
            score += kLastSegment;
        last = at++;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyScore(std::string_view pattern, std::string_view text)
{
    const std::size_t first = pattern.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return 0;
    const std::size_t slash = text.find_last_of('/');
    const std::size_t tail = slash == std::string_view::npos ? 0 : slash + 1;
    std::optional<int> best;
    for (std::size_t from = 0; from < text.size(); ++from) {
        if (lower(text[from]) != lower(pattern[first]))
            continue;
        const auto score = scoreFrom(pattern, text, from, tail, false);
        if (!score)
            break; // later places hold even less
        best = std::max(best.value_or(*score), *score);
        if (const auto starts = scoreFrom(pattern, text, from, tail, true))
            best = std::max(*best, *starts);
    }
    if (best && pattern.size() == text.size())
        *best += kWhole;
    if (best)
        *best -= static_cast<int>(std::min<std::size_t>(text.size() / 8, 12));
    return best;
}

} // namespace dumpscope::gui
