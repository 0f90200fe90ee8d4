// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace dumpscope::gui {

/// How well `pattern` describes `text`: its characters in order, ASCII case ignored, blanks in the
/// pattern skipped; empty if they are not there. Higher is better: runs, beginnings of words and the
/// last segment of a name count most, long texts a little less. Thread-safe.
[[nodiscard]] std::optional<int> fuzzyScore(std::string_view pattern, std::string_view text);

} // namespace dumpscope::gui
