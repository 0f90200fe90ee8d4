// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/report/report.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// The pairs of a document, and what it has of each.
struct ListedPairs {
    std::vector<std::uint32_t> rows;
    std::vector<int> columns; ///< of the pair table, as members of one object; empty: whole PAIRs
};

/// The document of docs/contract.md 4 compare. `listed` null: all pairs, whole.
void writeComparison(JsonWriter& json, const Comparison& comparison, const ReportFacts& facts,
    const ListedPairs* listed = nullptr);
/// Counts and bytes, without the time, as members of the object that is open.
void writeCounts(JsonWriter& json, const ComparisonSummary& summary);
/// Rank, step and counts of a cell of the cube, as members of the object that is open.
void writeCounts(JsonWriter& json, const CubeCell& cell);
/// Members `environment_differences` and `fusion_differences` of an object that is open.
void writeSurroundings(JsonWriter& json, const Comparison& comparison);

} // namespace dumpscope::core
