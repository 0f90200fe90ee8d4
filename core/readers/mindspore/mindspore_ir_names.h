// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

/// Limit, since a graph needs more memory than its shortest text; front-end files of real networks have some
/// thousand.
inline constexpr std::size_t kMaxIrGraphs = 100'000;

/// Numbers of the graphs of an IR file by name, and the graphs of parameters: both may be used before they
/// are defined. Names point into the text.
struct IrNames {
    std::unordered_map<std::string_view, std::uint32_t> graphs;
    std::unordered_map<std::uint64_t, std::uint32_t> parameters; ///< graph by number of the parameter
};

/// Collects them from a whole file. Errors: Code::Cancelled.
[[nodiscard]] Result<IrNames> surveyIrNames(std::string_view text, const TaskContext& task);

} // namespace dumpscope::core
