// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// The number of a path component, or part of one, that consists of digits only.
[[nodiscard]] inline std::optional<std::int64_t> pathNumber(std::string_view text)
{
    return isDigits(text) ? parseInt(text) : std::nullopt;
}

/// The number after `prefix` when nothing else follows: `rank_3` with `rank_`.
[[nodiscard]] inline std::optional<std::int64_t> pathNumberAfter(
    std::string_view component, std::string_view prefix)
{
    return component.starts_with(prefix) ? pathNumber(component.substr(prefix.size())) : std::nullopt;
}

} // namespace dumpscope::core
