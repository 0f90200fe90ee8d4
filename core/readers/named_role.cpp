// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/named_role.h"

#include "base/text.h"
#include "readers/dump_file_name.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

Io ioOfRole(std::string_view part)
{
    if (part == "input" || part == "inputs")
        return Io::Input;
    return part == "output" || part == "outputs" ? Io::Output : Io::Unknown;
}

/// A keyword of a call; what parameters and the buffers of a norm are called is none.
bool isKeyword(std::string_view text)
{
    constexpr std::array<std::string_view, 8> kOfParameters {
        "weight", "bias", "gamma", "beta", "scale", "running_mean", "running_var", "num_batches_tracked"};
    return !text.empty() && !isDigit(text.front())
        && std::ranges::find(kOfParameters, text) == kOfParameters.end()
        && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
           });
}

/// What follows the role: nothing, numbers of nested lists, or a keyword with such numbers.
bool readBehindRole(std::string_view rest, NamedRole& role)
{
    if (rest.empty()) {
        role.slot = 0;
        return true;
    }
    const std::string_view first = rest.substr(0, rest.find('.'));
    const bool isNumber = isDigits(first);
    if (isNumber)
        role.slot = digitsAs<std::int32_t>(first);
    if (isNumber ? !role.slot : !isKeyword(first))
        return false;
    if (!isNumber || first.size() < rest.size())
        role.key = rest;
    for (rest.remove_prefix(first.size()); !rest.empty();) {
        rest.remove_prefix(1);
        const std::string_view part = rest.substr(0, rest.find('.'));
        if (!isDigits(part))
            return false;
        rest.remove_prefix(part.size());
    }
    return true;
}

} // namespace

std::optional<NamedRole> roleInName(std::string_view name)
{
    // The last role: modules may have the names of roles.
    for (std::size_t end = name.size(); end > 0;) {
        const std::size_t dot = name.rfind('.', end - 1);
        if (dot == std::string_view::npos || dot == 0)
            return std::nullopt;
        NamedRole role;
        role.io = ioOfRole(name.substr(dot + 1, end - dot - 1));
        if (role.io != Io::Unknown) {
            if (name.ends_with('.'))
                return std::nullopt;
            role.module = name.substr(0, dot);
            return readBehindRole(name.substr(std::min(end + 1, name.size())), role) ? std::optional(role)
                                                                                     : std::nullopt;
        }
        end = dot;
    }
    return std::nullopt;
}

void setRole(const NamedRole& role, TensorRecord& record)
{
    record.opName = role.module;
    record.io = role.io;
    record.slot = role.slot;
}

} // namespace dumpscope::core
