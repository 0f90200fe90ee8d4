// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "trend/trend_result.h"

#include <cstddef>
#include <string>

namespace dumpscope::core {

/// Members `steps`, `ranks`, `figure` and `rows` of an object that is open: the figure of every row, rank and
/// step, `null` where there is none. Rows beyond `limit` are left out. Errors: as TrendFigures::column.
[[nodiscard]] Result<void> writeTrendRows(
    JsonWriter& json, const TrendRun& data, std::string_view figure, std::size_t limit, TaskContext& task);
/// One of those rows as an object.
void writeTrendRow(JsonWriter& json, const TrendRun& data, const TrendColumn& column, std::size_t row);
/// Members `sentence`, `first_anomaly`, `findings`, `unable` and counts of an object that is open.
void writeTrendFindings(JsonWriter& json, const TrendRun& data, const TrendResult& result, std::size_t limit);
/// One finding as an object.
void writeTrendFinding(JsonWriter& json, const TrendRun& data, const TrendFinding& finding);

/// A page that needs nothing else: the first anomaly, a curve of its row on all ranks, and the findings (the
/// first 2000). Written to a sibling and renamed. Errors: those of the file, Code::Cancelled.
[[nodiscard]] Result<void> writeTrendPage(const std::string& path, const TrendRun& data,
    const TrendRuleSet& rules, const TrendResult& result, TaskContext& task);

} // namespace dumpscope::core
