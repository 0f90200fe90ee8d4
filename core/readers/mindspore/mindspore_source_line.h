// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// A frame of the stack that made a node, as MindSpore writes it into graph files
/// (docs/formats/mindspore-dump.md 6.3). Views point into the argument. Lines and columns count from 1; 0 =
/// not given.
struct SourceFrame {
    std::string_view file, code; ///< `code` without blanks at its ends
    std::uint32_t line = 0, endLine = 0, column = 0, endColumn = 0;
    bool inlined = false;
    bool candidate = false; ///< marked as one of several places
};

/// `In file net.py:8~9, 4~16/    x = f(x)/` in the spellings of all releases, with or without the
/// leading `#`; nothing when the line is no frame.
[[nodiscard]] std::optional<SourceFrame> parseSourceFrame(std::string_view line);

} // namespace dumpscope::core
