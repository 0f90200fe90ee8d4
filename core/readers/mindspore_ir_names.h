// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

/// A graph takes more memory than its shortest text; front-end files of real nets have some thousand.
inline constexpr std::size_t kMaxIrGraphs = 100'000;

/// Numbers of the graphs of an IR file by name, and where parameters belong: both may be used in front of
/// their graph. Names point into the text.
struct IrNames {
    std::unordered_map<std::string_view, std::uint32_t> graphs;
    std::unordered_map<std::uint64_t, std::uint32_t> parameters; ///< graph by number of the parameter
};

/// Looks through a whole file; fails only when cancelled.
[[nodiscard]] Result<IrNames> surveyIrNames(std::string_view text, const TaskContext& task);

} // namespace dumpscope::core
