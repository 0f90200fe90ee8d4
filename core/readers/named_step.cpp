// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/named_step.h"

#include "readers/path_number.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// The finest first; what contains another stands before it.
constexpr std::array<std::string_view, 7> kStepWords {
    "global_step", "step", "iteration", "iter", "checkpoint", "ckpt", "epoch"};
constexpr std::string_view kBetween = "_-.=";

bool isBetween(char c)
{
    return kBetween.find(c) != std::string_view::npos;
}

} // namespace

std::optional<StepInName> stepInName(std::string_view name)
{
    for (const std::string_view word : kStepWords) {
        for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
            std::size_t digits = at + word.size();
            digits += digits < name.size() && isBetween(name[digits]) ? 1 : 0;
            const std::size_t end = std::min(name.find_first_not_of("0123456789", digits), name.size());
            const auto number = pathNumber(name.substr(digits, end - digits));
            if (number && (at == 0 || isBetween(name[at - 1]))
                && (end == name.size() || isBetween(name[end])))
                return StepInName {*number, at, end};
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> stepOfName(std::string_view name)
{
    const auto found = stepInName(name);
    return found && found->begin == 0 && found->end == name.size() ? std::optional(found->step)
                                                                   : std::nullopt;
}

} // namespace dumpscope::core
