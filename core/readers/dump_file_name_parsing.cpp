// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/dump_file_name.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kShortestTime = 14; ///< shortest time that is one by its length
constexpr std::size_t kMicrosecondDigits = 16;
constexpr std::string_view kFftsWord = "FFTSPLUS";

struct NameSplit {
    std::string_view head; ///< left of the time, without the dot
    std::string_view time;
    std::string_view tail; ///< right of the time, without the dot
    bool strong = false;
};

// The time is the right-most part of 14 or more digits, else the right-most part of digits. The
// first part is the type, never the time.
std::optional<NameSplit> splitAtTime(std::string_view name)
{
    std::optional<NameSplit> weak;
    std::size_t end = name.size();
    for (;;) {
        const std::size_t dot = end == 0 ? std::string_view::npos : name.rfind('.', end - 1);
        if (dot == std::string_view::npos)
            return weak;
        const std::string_view part = name.substr(dot + 1, end - dot - 1);
        if (isDigits(part)) {
            const std::string_view tail = end < name.size() ? name.substr(end + 1) : std::string_view();
            const NameSplit split {name.substr(0, dot), part, tail, part.size() >= kShortestTime};
            if (split.strong)
                return split;
            if (!weak)
                weak = split;
        }
        end = dot;
    }
}

// `taskType.context.thread[.device]` behind the time (docs/formats/ascend-dump-binary.md 2.2 rule 4).
bool readTail(std::string_view tail, NameFacts& facts)
{
    if (tail.empty())
        return true;
    std::array<std::string_view, 4> parts;
    std::size_t count = 0;
    for (std::string_view rest = tail;;) {
        const std::size_t dot = rest.find('.');
        if (count == parts.size())
            return false;
        parts[count++] = rest.substr(0, dot);
        if (dot == std::string_view::npos)
            break;
        rest.remove_prefix(dot + 1);
    }
    if (count < 3)
        return false;
    const bool numbers = std::all_of(parts.begin() + 1, parts.begin() + static_cast<std::ptrdiff_t>(count),
        [](std::string_view part) { return isDigits(part); });
    const bool typed = isDigits(parts[0]) && (count == 3 || (parts[0].size() == 1 && parts[0][0] <= '4'));
    if (!numbers || (!typed && !(count == 4 && parts[0] == kFftsWord)))
        return false;
    facts.taskType = digitsAs<std::uint32_t>(parts[0]);
    facts.context = digitsAs<std::uint32_t>(parts[1]);
    facts.thread = digitsAs<std::uint32_t>(parts[2]);
    if (count == 4)
        facts.device = digitsAs<std::uint32_t>(parts[3]);
    return true;
}

std::size_t countParts(std::string_view text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '.')) + 1;
}

// Names that are no `T.O…`: exceptions, callbacks, the custom interface (2.2 rule 2).
bool readSpecialHead(const NameSplit& split, NameFacts& facts)
{
    std::string_view head = split.head;
    if (head.ends_with(".custom")) {
        facts.opName = head.substr(0, head.size() - std::string_view(".custom").size());
        return true;
    }
    std::array<std::string_view, 4> numbers; // left to right, right-aligned
    std::size_t count = 0;
    while (count < numbers.size()) {
        std::string_view rest = head;
        const std::string_view part = takeLastPart(rest);
        if (!isDigits(part))
            break;
        numbers[numbers.size() - ++count] = part;
        head = rest;
    }
    const bool exception = head == "exception_info";
    const bool core = split.tail == "core";
    if ((count == 2 && (exception || core)) || (count == 4 && head.find('.') == std::string_view::npos)) {
        facts.stream = digitsAs<std::uint32_t>(numbers[numbers.size() - count]);
        facts.task = digitsAs<std::uint32_t>(numbers[numbers.size() - count + 1]);
        if (!exception)
            facts.opName = head;
        return true;
    }
    return false;
}

// A callback name `<kernel>.n.n.n.n.<time>` reads as `T.<number>.n.n.n.<time>` of the capture writer
// as well. Only the latter has microseconds (16 digits).
bool isCaptureNameWithNumber(const NameSplit& split)
{
    return countParts(split.head) == 5 && split.time.size() == kMicrosecondDigits && split.tail != "core"
        && !split.head.starts_with("exception_info.");
}

bool readOrdinaryHead(const NameSplit& split, NameFacts& facts)
{
    constexpr std::size_t kMaxRun = 3;
    std::string_view head = split.head;
    std::size_t parts = countParts(head);
    if (parts < 2)
        return false;
    std::array<std::string_view, kMaxRun> run; // right to left
    std::size_t count = 0;
    for (; count < kMaxRun && parts > 2; --parts) {
        std::string_view rest = head;
        const std::string_view part = takeLastPart(rest);
        if (!isDigits(part))
            break;
        run[count++] = part;
        head = rest;
    }
    const std::size_t dot = head.find('.');
    facts.opType = head.substr(0, dot);
    facts.opName = head.substr(dot + 1);
    if (facts.opType.empty() || facts.opName.empty() || (!split.strong && count < 2))
        return false;
    if (count == 1) {
        facts.task = digitsAs<std::uint32_t>(run[0]);
    } else if (count > 1) {
        facts.stream = digitsAs<std::uint32_t>(run[0]);
        facts.task = digitsAs<std::uint32_t>(run[1]);
        if (count == kMaxRun)
            facts.dumpNumber = digitsAs<std::uint32_t>(run[2]);
    }
    // Single operators write the instance where the type is expected
    // (docs/formats/ascend-dump-binary.md 2.1).
    facts.rolesUncertain = facts.opType.starts_with("aclnn");
    return true;
}

} // namespace

std::string_view takeLastPart(std::string_view& text)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    const std::string_view part = text.substr(dot + 1);
    text = text.substr(0, dot);
    return part;
}

template<typename T> std::optional<T> digitsAs(std::string_view text)
{
    const auto number = isDigits(text) ? parseUnsigned(text) : std::nullopt;
    if (!number || !std::in_range<T>(*number))
        return std::nullopt;
    return static_cast<T>(*number);
}
template std::optional<std::int32_t> digitsAs(std::string_view text);
template std::optional<std::uint32_t> digitsAs(std::string_view text);
template std::optional<std::uint64_t> digitsAs(std::string_view text);

std::optional<NameFacts> parseDumpFileName(std::string_view name)
{
    const auto split = splitAtTime(name);
    if (!split || split->head.empty())
        return std::nullopt;
    NameFacts facts;
    facts.timestamp = digitsAs<std::uint64_t>(split->time);
    facts.ambiguous = isCaptureNameWithNumber(*split);
    const bool special = split->strong && !facts.ambiguous && readSpecialHead(*split, facts);
    if (!special) {
        if (!readOrdinaryHead(*split, facts))
            return std::nullopt;
        facts.ambiguous = facts.ambiguous && isDigits(facts.opName);
    }
    if (!readTail(split->tail, facts)) {
        if (!split->strong)
            return std::nullopt;
        facts.suffix = split->tail;
    }
    return facts;
}

} // namespace dumpscope::core
