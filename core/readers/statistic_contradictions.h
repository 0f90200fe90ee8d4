// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "records/statistic_table.h"

#include <vector>

namespace dumpscope::core {

/// Marks rows whose numbers cannot be of one tensor: a minimum above the maximum, a mean outside of both, a
/// norm below the largest element or below the lower bound from the mean. They get a problem, and `problems`
/// a warning each (at most kMaxProblems, then the number of further ones). Values of half types round, so a
/// few hundredths are tolerated.
void noteContradictions(StatisticTable& table, std::vector<Diagnostic>& problems);

} // namespace dumpscope::core
