// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/conclusion/conclusion.h"

namespace dumpscope::core {

/// Parameters that agree only when they are read otherwise than they lie there: otherwise than their names
/// say, as gate and up in each other's place, transposed, or with rows in another order. Whoever loads them
/// by name has to do the same. Adds to the headline of an all-clear how many there are, and to its reason
/// the first of each kind.
void nameOtherArrangement(const Comparison& comparison, Conclusion& made);

} // namespace dumpscope::core
