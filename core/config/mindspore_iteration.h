// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// The small languages inside data_dump.json (docs/formats/mindspore-dump.md 1.3, 1.4).

/// What is wrong with `iteration`; empty if MindSpore accepts it.
[[nodiscard]] Message mindsporeIterationFault(std::string_view text);
/// Inclusive ranges of an accepted text that is not "all"; parts that never match are left out.
[[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> mindsporeIterations(std::string_view text);
[[nodiscard]] bool hasDeadIterationSegment(std::string_view text);

/// Whether an entry of `kernels`, blanks and quotes removed, is `name-regex(…)`.
[[nodiscard]] bool isMindsporePattern(std::string_view kernel);
/// Whether an entry of `kernels` is an operator type; else it is a full name.
[[nodiscard]] bool isMindsporeOperatorType(std::string_view kernel);

} // namespace dumpscope::core
