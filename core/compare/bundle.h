// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// How many edges around the chosen operators the graph in a bundle goes.
inline constexpr std::uint32_t kBundleHops = 2;

/// How a comparison was made, as far as a bundle takes it along.
struct BundleSettings {
    std::string profile;
    Limits limits;
    /// Name and content of what PairingOptions calls rule files and texts.
    std::vector<std::pair<std::string, std::string>> rules = {};
};

/// A bundle as it is opened again.
struct Bundle {
    std::string target, golden; ///< paths of both sides, inside the archive; they open like folders
    BundleSettings settings;
    /// Pairing file of the pairs that names and rules alone do not find; applies after the rules.
    std::string pairing;
    std::uint64_t pairs = 0; ///< how many were chosen
};

/// Writes chosen pairs as one zip file for somebody else (docs/contract.md 4 bundle):
///   bundle.json                    the pairs with all numbers, profile, versions, where the sides are
///   pairing.json                   a pairing file of what only the whole dumps tell
///   limits.json                    the limits as `--limits` takes them
///   rules/N-NAME                   rule files of the comparison
///   graph.json, graph.dot          the operators and their neighbours, where a side has a graph
///   target/NAME/…, golden/NAME/…   the files of the tensors as they are, with the small files that explain
///                                  them; they open like the dumps they come from
/// Nothing else of the dumps goes along. Written to a sibling and renamed. Errors: a row that does not
/// exist (Code::Usage), files that cannot be read, the disk.
[[nodiscard]] Result<void> writeBundle(const Comparison& comparison, std::span<const std::size_t> rows,
    const ReportFacts& facts, const BundleSettings& settings, const std::string& path, TaskContext& task);

/// What a comparison was made with, read anew. Errors: a rule file that cannot be read.
[[nodiscard]] Result<BundleSettings> bundleSettings(
    std::string profile, Limits limits, const PairingOptions& pairing);

/// Whether the file begins like a bundle; looks at its first bytes only.
[[nodiscard]] bool isBundle(const std::string& path);
/// A folder that somebody unpacked one into.
[[nodiscard]] bool isUnpackedBundle(const std::string& folder);
/// What a bundle says about its comparison; the dumps in it are not looked at. Errors: no bundle, or a
/// damaged one.
[[nodiscard]] Result<Bundle> readBundle(const std::string& path, TaskContext& task);

} // namespace dumpscope::core
