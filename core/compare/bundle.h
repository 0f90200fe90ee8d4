// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report.h"

#include <cstddef>
#include <span>
#include <string>

namespace dumpscope::core {

/// How many edges around the chosen operators the graph in a bundle goes.
inline constexpr std::uint32_t kBundleHops = 2;

/// Writes chosen pairs as one zip file for somebody else (contract §4 bundle):
///   target/NAME/…, golden/NAME/…   the files of the tensors as they are, with the small files that explain
///                                  them; they open like the dumps they come from
///   graph.json, graph.dot          the operators and their neighbours, where a side has a graph
///   pairing.json                   a pairing file of these pairs
///   bundle.json                    the pairs with all numbers, command, profile, limits, versions
/// Nothing else of the dumps goes along. Written to a sibling and renamed. Errors: a row that does not
/// exist (Code::Usage), files that cannot be read, the disk.
[[nodiscard]] Result<void> writeBundle(const Comparison& comparison, std::span<const std::size_t> rows,
    const ReportFacts& facts, const std::string& path, TaskContext& task);

} // namespace dumpscope::core
