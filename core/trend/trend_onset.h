// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_result.h"

namespace dumpscope::core {

/// What grows from step to step passes the limit of one tensor before that of another, and that need not be
/// the first that is executed. Where the first finding is of `peers` or `deviation`, looks among the tensors
/// that its rank executed before it in its step: what is over half of the limits there, and was over a
/// quarter in the step before, is found there, too. The first of them is added to the findings, of all ranks.
/// Only the step and those before are looked at. Errors: Code::Cancelled.
[[nodiscard]] Result<void> addOnset(
    const TrendRun& data, const TrendRuleSet& rules, TrendResult& result, TaskContext& task);

} // namespace dumpscope::core
