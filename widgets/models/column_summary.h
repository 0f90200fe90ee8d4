// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "query/filter_expression.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::gui {

/// Rows of a table in the order they are shown; null: all, in table order.
using RowList = std::shared_ptr<const std::vector<std::uint32_t>>;

/// What a column holds, over the rows that are shown.
struct ColumnSummary {
    std::uint64_t rows = 0, nulls = 0;
    std::uint64_t finite = 0, nan = 0, posInf = 0, negInf = 0;
    std::optional<double> min, max, mean; ///< of finite numbers
    std::vector<std::string> values;      ///< different texts, at most kMostValues
    bool hasMoreValues = false;
    static constexpr std::size_t kMostValues = 1000;
};

/// One pass. Errors: Code::Cancelled.
[[nodiscard]] core::Result<ColumnSummary> summarizeColumn(const core::FilterTable& table,
    std::size_t rowCount, const RowList& rows, int column, core::TaskContext& task);

} // namespace dumpscope::gui
