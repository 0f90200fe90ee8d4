// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Weights that one side has as codes where the other has numbers.
struct QuantisedParameters {
    std::vector<Message> sentences; ///< what codes times scales are, or that no scale is stored
    std::vector<Message> faults;    ///< of them, which weights rounding does not explain
};
[[nodiscard]] QuantisedParameters quantisedParameters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
