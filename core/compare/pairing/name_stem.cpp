// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_stem.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxNumberDigits = 9;

bool isNumber(std::string_view text)
{
    return text.size() <= kMaxNumberDigits && isDigits(text);
}

/// `prefix.name.N.forward`, `Module.path.Class.forward.N`, `….parameters_grad.N`.
bool splitCall(std::string_view name, NameStem& result)
{
    constexpr std::string_view kDirections[] {"forward", "backward", "parameters_grad", "debug"};
    const auto isDirection = [&](std::string_view part) { return std::ranges::count(kDirections, part) > 0; };
    const auto last = name.rfind('.');
    if (last == std::string_view::npos || last == 0)
        return false;
    const auto before = name.rfind('.', last - 1);
    if (before == std::string_view::npos)
        return false;
    const std::string_view lastPart = name.substr(last + 1);
    const std::string_view middle = name.substr(before + 1, last - before - 1);
    const bool countFirst = isDirection(lastPart) && isNumber(middle);
    if (!countFirst && !(isDirection(middle) && isNumber(lastPart)))
        return false;
    result.number = *parseInt(countFirst ? middle : lastPart);
    result.stem = countFirst ? std::string(name.substr(0, before)).append(name.substr(last))
                             : std::string(name.substr(0, last));
    return true;
}

std::vector<std::string_view> partsOf(std::string_view name)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        if (i == name.size() || name[i] == '/' || name[i] == '.' || name[i] == '_' || name[i] == '-') {
            if (i > begin)
                parts.push_back(name.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    return parts;
}

} // namespace

NameStem stemOf(std::string_view name)
{
    NameStem result;
    if (const auto number = opNumber(name); number && *number < 1'000'000'000) {
        result.number = static_cast<std::int64_t>(*number);
        const std::string_view stem = withoutOpNumber(name);
        result.stem = stem;
        // The tail of a sliced operator (`-op3_1`) stays a part of the identity.
        const std::string_view tail = name.substr(stem.size());
        if (const auto slice = tail.rfind('_'); slice != std::string_view::npos)
            result.stem += tail.substr(slice);
        return result;
    }
    if (splitCall(name, result))
        return result;
    const auto underscore = name.rfind('_');
    if (underscore != std::string_view::npos && underscore > 0 && isNumber(name.substr(underscore + 1))) {
        result.number = *parseInt(name.substr(underscore + 1));
        result.stem = name.substr(0, underscore);
        return result;
    }
    result.stem = name;
    return result;
}

double scopeLikeness(std::string_view a, std::string_view b)
{
    std::vector<std::string_view> left = partsOf(a), right = partsOf(b);
    if (left.empty() || right.empty())
        return left.empty() && right.empty() ? 1 : 0;
    const std::size_t total = std::max(left.size(), right.size());
    std::size_t common = 0;
    for (const std::string_view part : left) {
        const auto found = std::ranges::find(right, part);
        if (found != right.end()) {
            ++common;
            right.erase(found);
        }
    }
    return static_cast<double>(common) / static_cast<double>(total);
}

} // namespace dumpscope::core
