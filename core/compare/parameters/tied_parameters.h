// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"

#include <vector>

namespace dumpscope::core {

struct Comparison;

/// Parameters of one side without a partner, of which no other file or rank has a copy.
struct TiedParameters {
    /// Those that hold the values of another parameter of that side, which was compared: one of two tied
    /// weights, which the other side saves once. A sentence for each.
    std::vector<Message> sentences;
    /// Names of the others, where they are few; a sentence for each side.
    std::vector<Message> lone;
};
[[nodiscard]] TiedParameters tiedParameters(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
