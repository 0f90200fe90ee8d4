// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "readers/atb/atb_header.h"
#include "readers/name_grammar.h"
#include "records/statistic_table.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

// Statistics that ATB writes (docs/formats/llm-era.md 1.5, 1.6).

/// Columns of statistic.csv.
inline constexpr std::string_view kAtbStatisticHeader
    = "Device and PID,Execution Count,Op Name,Op Type,Op "
      "Id,Input/Output,Index,Dtype,Format,Shape,Max,Min,Mean,"
      "Norm,Tensor Path";

struct AtbStatistics {
    std::shared_ptr<StatisticTable> table;
    std::vector<Diagnostic> problems; ///< places have rows, no file
};

/// All rows of statistic.csv, in file order; a line that is no row is a problem. Errors: Code::Cancelled.
[[nodiscard]] Result<AtbStatistics> parseAtbStatistics(std::string_view text, TaskContext& task);

/// The one row of a tensor file that has statistics instead of data.
[[nodiscard]] std::shared_ptr<StatisticTable> statisticOf(const AtbHeader& header, const NameFacts& facts);

} // namespace dumpscope::core
