// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recorded_run.h"
#include "compare/report/report.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// The graph in a bundle has operators at most so many edges from the chosen ones.
inline constexpr std::uint32_t kBundleHops = 2;

/// How a comparison was made, as far as a bundle takes it along.
struct BundleSettings {
    std::string profile;
    Limits limits;
    /// Name and content of the rule files and rule texts of PairingOptions.
    std::vector<std::pair<std::string, std::string>> rules = {};
};

/// A bundle as it is opened again.
struct Bundle {
    std::string target, golden; ///< paths of both sides, inside the archive; they open like folders
    BundleSettings settings;
    /// Pairing file of the pairs that names and rules alone do not find; applies after the rules.
    std::string pairing;
    std::uint64_t pairs = 0; ///< number of chosen pairs
    RecordedRun run;         ///< what was said of the whole run
};

/// Writes chosen pairs as one zip file to hand on (docs/contract.md 4 bundle):
///   bundle.json                    the pairs with all numbers, profile, versions, where the sides are
///   others.json                    verdicts of the pairs that were not chosen and are in it all the same,
///                                  since nothing but a file of statistics or checksums was compared
///   pairing.json                   a pairing file of pairs that only the whole dumps give
///   limits.json                    the limits as `--limits` takes them
///   rules/N-NAME                   rule files of the comparison
///   graph.json, graph.dot          the operators and their neighbours, where a side has a graph
///   target/NAME/…, golden/NAME/…   the files of the tensors unchanged, with the small files that describe
///                                  them; they open like the dumps they come from
/// No other file of the dumps is included. Written to a sibling and renamed. Errors: a row that does not
/// exist (Code::Usage), files that cannot be read, Code::Io, Code::NoSpace, Code::Cancelled.
[[nodiscard]] Result<void> writeBundle(const Comparison& comparison, std::span<const std::size_t> rows,
    const ReportFacts& facts, const BundleSettings& settings, const std::string& path, TaskContext& task);

/// What a bundle of these rows holds of both dumps. Rows that do not exist are left out.
struct BundleContents {
    std::uint64_t pairs = 0, files = 0;
    std::uint64_t bytes = 0; ///< of the files; the bundle is smaller as far as they can be compressed
    /// Files that go in whole although they also say something of other tensors, or of the run: statistics of
    /// a step, names, stacks, configurations, graphs. By their name, the largest first.
    struct Kind {
        std::string name; ///< "dump.json"
        std::uint64_t files = 0, bytes = 0;
    };
    std::vector<Kind> shared;
    std::uint64_t sharedFiles = 0, sharedBytes = 0; ///< of `files` and `bytes`
};
[[nodiscard]] BundleContents bundleContents(const Comparison& comparison, std::span<const std::size_t> rows);

/// The settings of a comparison, with its rule files read again. Errors: a rule file that cannot be read.
[[nodiscard]] Result<BundleSettings> bundleSettings(
    std::string profile, Limits limits, const PairingOptions& pairing);

/// Whether the file begins like a bundle; looks at its first bytes only.
[[nodiscard]] bool isBundle(const std::string& path);
/// Whether a bundle was unpacked into the folder.
[[nodiscard]] bool isUnpackedBundle(const std::string& folder);
/// Before a path is compared: a bundle holds both sides, and would be compared with its own golden half
/// (Code::Usage, which names both).
[[nodiscard]] Result<void> checkComparable(const std::string& path);
/// The same of an opened root, which may be on another machine.
[[nodiscard]] Result<void> checkComparable(const DumpIndex& index);
/// What a bundle says about its comparison; the dumps in it are not read. Errors: Code::BadHeader for no
/// bundle or a damaged one.
[[nodiscard]] Result<Bundle> readBundle(const std::string& path, TaskContext& task);

} // namespace dumpscope::core
