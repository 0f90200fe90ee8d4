// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layout/run_layout.h"

#include <span>

namespace dumpscope::core {

/// "tp2", "groups of 2".
[[nodiscard]] Message axisTitle(const RunLayout::Axis& axis);
/// The same and what shows it.
[[nodiscard]] Message axisText(const RunLayout::Axis& axis);
/// "0, 2", "0 to 3"; as given.
[[nodiscard]] Message ranksText(std::span<const std::int64_t> ranks);
/// "ranks 0, 1: all_reduce (10)".
[[nodiscard]] Message groupText(const RunLayout::Group& group);
[[nodiscard]] Message disagreementText(const RunLayout::Disagreement& found, const DumpIndex& index);

} // namespace dumpscope::core
