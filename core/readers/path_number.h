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

/// R of `worldsize<W>_global_rank<R>`, a folder of TorchAir (docs/formats/llm-era.md 2.1).
[[nodiscard]] inline std::optional<std::int64_t> rankOfWorld(std::string_view component)
{
    constexpr std::string_view kRank = "_global_rank";
    const std::size_t at = component.find(kRank);
    if (at == std::string_view::npos || !pathNumberAfter(component.substr(0, at), "worldsize"))
        return std::nullopt;
    return pathNumber(component.substr(at + kRank.size()));
}

} // namespace dumpscope::core
