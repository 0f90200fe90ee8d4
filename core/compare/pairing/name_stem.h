// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// An operator name without its running number: operators of one stem differ only in the number,
/// and inserting or reordering one renumbers the others.
struct NameStem {
    std::string stem;
    std::int64_t number = -1; ///< -1: the name has none
};

/// `…/Cast-op12` (docs/formats/mindspore-dump.md 3.2), `Functional.linear.3.forward` and
/// `Module.x.Y.forward.0` (docs/formats/msprobe-dump.md 4), and names that end in `_12`, as GE and exporters
/// number them.
[[nodiscard]] NameStem stemOf(std::string_view operatorName);

/// How the names of each side are read so that operators to be paired have the same stem; stemOf where empty.
using StemReader = std::function<NameStem(std::string_view)>;
struct NameSpelling {
    StemReader target, golden;
};

/// Number of parts between `/`, `.`, `_` and `-` that both names have, divided by the larger number,
/// 0..1. Releases spell scopes differently, but their parts remain.
[[nodiscard]] double scopeLikeness(std::string_view a, std::string_view b);

} // namespace dumpscope::core
