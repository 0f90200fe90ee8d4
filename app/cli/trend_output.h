// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "trend/trend_result.h"

#include <cstddef>
#include <string>

namespace dumpscope::cli {

/// The sentence of the first anomaly, then a line a finding, then rules that could not be applied.
void writeFindingsText(
    Console& console, const core::TrendRun& data, const core::TrendResult& result, std::size_t limit);
void writeFindingsCsv(
    Console& console, const core::TrendRun& data, const core::TrendResult& result, std::size_t limit);
/// A line a row and rank: first, least, median, largest and last figure over the steps.
void writeFiguresText(Console& console, const core::TrendRun& data, const std::string& figure,
    const core::TrendColumn& column, std::size_t limit);
/// A line a cell.
void writeFiguresCsv(Console& console, const core::TrendRun& data, const std::string& figure,
    const core::TrendColumn& column, std::size_t limit);

} // namespace dumpscope::cli
