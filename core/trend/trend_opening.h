// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Which tensors of a dump are looked at.
struct TrendChoice {
    std::string filter = {};       ///< filter expression over tensors
    std::string figure = "l2norm"; ///< values are read where it was not recorded
    bool readsValues = true;
};

/// Tensors whose values are there and whose figure is neither recorded nor computed.
struct UnmeasuredValues {
    std::size_t tensors = 0;
    std::uint64_t bytes = 0;
};
[[nodiscard]] UnmeasuredValues unmeasuredValues(const TrendRun& run, std::string_view figure = "l2norm");

/// The run of a dump. Statistics that are needed and not recorded are computed; tensors that cannot be read
/// are diagnostics. Errors: Code::Usage for the filter, those of makeTrendRun.
[[nodiscard]] Result<std::shared_ptr<const TrendRun>> openTrendRun(
    std::shared_ptr<const DumpIndex> index, const TrendChoice& choice, TaskContext& task);

} // namespace dumpscope::core
