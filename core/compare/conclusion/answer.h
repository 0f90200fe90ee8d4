// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

#include <cstdint>
#include <span>
#include <string>

namespace dumpscope::core {

/// Whether two sides agree, for exit codes and assertions.
enum class Answer : std::uint8_t {
    Agree,
    Differ,
    NothingCompared, ///< then they were not found equal
    TooLittle,       ///< nothing is wrong in what was compared, less than Comparison::leastShare of a side
};

/// `failOn`: words of docs/contract.md 4 `--fail-on` but `never`.
[[nodiscard]] Answer answerOf(const Comparison& comparison, std::span<const std::string> failOn);

} // namespace dumpscope::core
