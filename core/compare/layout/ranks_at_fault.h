// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Sets Suspect::ranks: those whose parts are far off beside the others of an assembly, all of its ranks
/// where none stands out; the suspect's own where no pair of it is put together.
void nameRanks(Suspicion& suspicion, const PairTable& pairs);

} // namespace dumpscope::core
