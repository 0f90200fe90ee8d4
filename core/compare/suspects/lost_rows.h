// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Where nobody is suspect and no choice differs: an operator picks another number of rows than golden's, and
/// all of its kind together do, so that none of them has what is missing. It is the suspect.
void nameLostRows(const PairTable& pairs, Suspicion& suspicion);

} // namespace dumpscope::core
