// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/comparison.h"

#include <optional>
#include <string>

namespace dumpscope::core {

/// Member `conclusion` of an object that is open.
void writeConclusion(JsonWriter& json, const Conclusion& conclusion);
/// Where the first divergence is, that there is none, or that the order is not known; empty where nothing was
/// judged.
[[nodiscard]] std::string firstDivergenceText(const Comparison& comparison);
void writeFirstDivergence(JsonWriter& json, const std::optional<FirstDivergence>& divergence);

} // namespace dumpscope::core
