// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/atb/atb_operator.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kAtbBefore = "before", kAtbAfter = "after";

} // namespace

bool isAtbPoint(std::string_view component)
{
    return component == kAtbBefore || component == kAtbAfter;
}

bool isAtbOperator(std::string_view component)
{
    const std::size_t bar = component.find('_');
    return bar != std::string_view::npos && isDigits(component.substr(0, bar))
        && !component.substr(bar + 1).empty() && !isDigits(component.substr(bar + 1));
}

std::optional<std::string> atbNumbers(std::string_view opName)
{
    std::string numbers;
    for (;;) {
        const std::size_t slash = opName.find('/');
        const std::string_view part = opName.substr(0, slash);
        const std::string_view number = part.substr(0, part.find('_'));
        if (!isDigits(number) || number.size() == part.size())
            return std::nullopt;
        numbers += numbers.empty() ? "" : "_";
        numbers += number;
        if (slash == std::string_view::npos)
            return numbers;
        opName.remove_prefix(slash + 1);
    }
}

std::string_view atbType(std::string_view opName)
{
    const std::size_t slash = opName.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? opName : opName.substr(slash + 1);
    const std::size_t bar = last.find('_');
    return bar != std::string_view::npos && isDigits(last.substr(0, bar)) ? last.substr(bar + 1) : last;
}

std::optional<AtbFileName> parseAtbFileName(std::string_view name)
{
    constexpr std::string_view kInput = "intensor", kOutput = "outtensor", kEnd = ".bin";
    constexpr std::size_t kMostDigits = 9;
    if (!name.ends_with(kEnd))
        return std::nullopt;
    name.remove_suffix(kEnd.size());
    AtbFileName result;
    result.isInput = name.starts_with(kInput);
    if (!result.isInput && !name.starts_with(kOutput))
        return std::nullopt;
    name.remove_prefix(result.isInput ? kInput.size() : kOutput.size());
    if (!isDigits(name) || name.size() > kMostDigits)
        return std::nullopt;
    result.slot = static_cast<int>(*parseInt(name));
    return result;
}

std::optional<AtbKey> parseAtbKey(std::string_view key)
{
    const std::size_t bar = key.rfind('_');
    AtbKey result;
    result.name = bar == std::string_view::npos ? key : key.substr(bar + 1);
    const auto file = parseAtbFileName(result.name);
    if (!file)
        return std::nullopt;
    result.point = file->isInput ? kAtbBefore : kAtbAfter;
    result.numbers = bar == std::string_view::npos ? std::string_view() : key.substr(0, bar);
    const bool isPlain = std::ranges::all_of(result.numbers, [](char c) { return isDigit(c) || c == '_'; });
    if (!isPlain || (bar != std::string_view::npos && result.numbers.empty()))
        return std::nullopt;
    return result;
}

} // namespace dumpscope::core
