// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "records/statistic_table.h"

#include <vector>

namespace dumpscope::core {

/// Rows whose numbers cannot be of one tensor: a minimum above the maximum, a mean outside of both, a norm
/// below the largest element or below what the mean makes at least. They get a problem, and `problems` a
/// warning each (at most kMaxProblems, then how many more). Values of half types round, so that a few
/// hundredths are allowed.
void noteContradictions(StatisticTable& table, std::vector<Diagnostic>& problems);

} // namespace dumpscope::core
