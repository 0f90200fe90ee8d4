// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// An operator name without its running number: operators of one stem differ by the number alone,
/// and inserting or reordering one renumbers the others.
struct NameStem {
    std::string stem;
    std::int64_t number = -1; ///< -1: the name has none
};

/// `…/Cast-op12` (docs/formats/mindspore-dump.md 3.2), `Functional.linear.3.forward` and
/// `Module.x.Y.forward.0` (docs/formats/msprobe-dump.md 4), and names that end in `_12`, as GE and exporters
/// number them.
[[nodiscard]] NameStem stemOf(std::string_view operatorName);

/// How the names of each side are read so that what belongs together reads alike; stemOf where empty.
using StemReader = std::function<NameStem(std::string_view)>;
struct NameSpelling {
    StemReader target, golden;
};

/// Parts of a name between `/`, `.` and `_`: how many of the shorter name's last parts the other has,
/// 0..1. Scopes are spelt differently by releases, but their parts remain.
[[nodiscard]] double scopeLikeness(std::string_view a, std::string_view b);

} // namespace dumpscope::core
