// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <memory>
#include <string>

namespace dumpscope::core {

/// Which tensors of a dump are looked at.
struct TrendChoice {
    std::string filter = {};       ///< filter expression over tensors
    std::string figure = "l2norm"; ///< values are read where it was not recorded
    bool readsValues = true;
};

/// The run of a dump. Statistics that are needed and not recorded are computed; tensors that cannot be read
/// are diagnostics. Errors: Code::Usage for the filter, those of makeTrendRun.
[[nodiscard]] Result<std::shared_ptr<const TrendRun>> openTrendRun(
    std::shared_ptr<const DumpIndex> index, const TrendChoice& choice, TaskContext& task);

} // namespace dumpscope::core
