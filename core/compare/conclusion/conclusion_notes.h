// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/conclusion/conclusion.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <vector>

namespace dumpscope::core {

// What is said beside a conclusion that is made. Not for a comparison that still runs.

/// That files of either side are damaged, so that what is missing of them was not compared.
[[nodiscard]] std::vector<Message> damageOf(const PairTable& pairs);
/// Why not a single pair has a verdict.
void concludeNothing(const Comparison& comparison, Conclusion& made);
/// Of some pairs limits were changed, and these are judged by them alone.
void noteOtherLimits(const Comparison& comparison, Conclusion& made);
/// Of some pairs a part was left out: in the headline of an all-clear, else in the reason.
void noteLeftOut(const Comparison& comparison, Conclusion& made);
/// An all-clear says what it is not about, and may be none then.
void qualifyAllClear(const Comparison& comparison, Conclusion& made, TaskContext& task);
/// A number that an operator was given otherwise than golden's may be the cause although its output hardly
/// shows it: the first one up to the place, unless the conclusion is about it.
void nameOtherArguments(const Comparison& comparison, Conclusion& made);
/// Whether the operator is given data that differs and that no dumped operator made, as modules are by
/// operators between them: it is not at fault itself.
[[nodiscard]] bool isGivenOtherwise(const PairTable& pairs, const Suspect& suspect);
/// How the first pair beyond its limits is related to the place, where it is of another operator or another
/// tensor of it; else empty. It is no other headline.
[[nodiscard]] Message relationOfFirst(const Comparison& comparison, const Conclusion& made);
/// That a run was fed tensors of other shapes, as a smaller batch: what follows differs rightly.
void nameOtherFeed(const Comparison& comparison, Conclusion& made);
/// Weights that one side saves in another form: once where they are tied, as integers with scales, with
/// adapters that are not merged; and which of several files was compared.
void nameOtherForms(const Comparison& comparison, Conclusion& made, TaskContext& task);
/// What is wrong first in two runs of which hardly anything pairs says nothing of either.
void doubtThePairing(const Comparison& comparison, Conclusion& made);

} // namespace dumpscope::core
