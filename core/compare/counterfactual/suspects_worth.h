// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

namespace dumpscope::core {

/// Gives the first suspects of a finished comparison their `counterfactual`: golden's output is put in place
/// of the suspect's, and the operators behind it in the target's rank and step are computed again, as far as
/// they are understood, their inputs are dumped, and the work stays bounded. Reads every dumped tensor of
/// that rank and step. When the task is stopped, the suspects that are done keep theirs.
void weighSuspects(Comparison& comparison, const ModelPlaces& models, TaskContext& task);
/// The same on a copy, for a comparison that other threads read.
[[nodiscard]] Comparison withWeighedSuspects(
    const Comparison& comparison, const ModelPlaces& models, TaskContext& task);

} // namespace dumpscope::core
