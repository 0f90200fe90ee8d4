// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/conclusion/conclusion.h"
#include "compare/conclusion/first_divergence.h"
#include "compare/conclusion/verdict_counts.h"
#include "compare/limits/limits.h"
#include "compare/pairing/pairing.h"
#include "compare/parameters/initial_parameters.h"
#include "compare/recompute/model_places.h"
#include "compare/recorded_run.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class PairSharing;
class ResultStore;
struct EnvironmentDifferences;
struct FusionDifferences;

struct ComparisonOptions {
    MeasureOptions measure; ///< profile, metrics, worst elements, tolerances
    Limits limits;
    PairingOptions pairing;
    std::string filter; ///< docs/contract.md 2 over the target's tensors; other tensors and their pairs are
                        ///< left out
    std::uint64_t leftOut = 0;       ///< pairs that the filter removed
    double leastShare = kLeastShare; ///< see Comparison
    bool recompute = true; ///< compute suspected operators from their dumped inputs (docs/culprit.md)
    ModelPlaces models;    ///< whose nodes are run for that
    /// Packages of config_check that do not lie in the dumps; empty: those that do.
    std::string targetEnvironment = {}, goldenEnvironment = {};
    /// Pairs that earlier runs with the same measuring options over the same indexes have measured are taken
    /// from their tables, the first one that has a pair.
    std::vector<std::shared_ptr<const PairTable>> known = {};
    ResultStore* resume = nullptr;  ///< finished pairs are stored there and reused; not owned
    PairSharing* sharing = nullptr; ///< other processes measure some of the pairs; not owned
};

/// What a watcher of a running comparison is notified of: one call at a time, in the table's order.
struct ComparisonObserver {
    std::function<void(const PairTable&)> started = {};               ///< pairing is done, no row yet
    std::function<void(const PairTable&, std::size_t row)> pair = {}; ///< one more row is judged
    std::function<void(const FirstDivergence&)> divergence = {};      ///< the first of a rank and step
    /// Ten times a second, also while no row is finished because a large tensor is measured.
    std::function<void(const PairTable&)> tick = {};
    /// The suspects so far, about every second; more precise as rows arrive.
    std::function<void(const Suspicion&)> suspicion = {};
};

/// Of dumps on other machines: files of the tensors that were to be compared.
struct ElsewhereFiles {
    std::uint64_t files = 0, bytes = 0;
    std::uint64_t equalFiles = 0;   ///< their content was here, or came with another file
    std::uint64_t broughtBytes = 0; ///< that came, unpacked
};

struct ComparisonSummary : VerdictCounts {
    std::uint64_t unpairedTarget = 0, unpairedGolden = 0;
    std::uint64_t bytes = 0;                   ///< stored bytes of both sides that were compared
    bool bitEqual = false;                     ///< every pair is, and there is at least one
    std::optional<double> largestError;        ///< largest relative Euclidean distance of a pair
    double seconds = 0;                        ///< wall time
    std::optional<ElsewhereFiles> remote = {}; ///< whoever opened the dumps knows; nothing: all were here
};

/// One cell of the cube: verdicts of a rank and step.
struct CubeCell : VerdictCounts {
    std::optional<std::int64_t> rank, step;
    std::optional<FirstDivergence> first;
};

/// A finished, or interrupted, comparison.
struct Comparison {
    std::shared_ptr<PairTable> pairs; ///< judged rows; fewer than were paired when `partial`
    std::vector<UnpairedTensor> unpairedTarget, unpairedGolden;
    std::vector<Diagnostic> problems;
    std::optional<FirstDivergence> firstDivergence;
    std::vector<CubeCell> cube;               ///< ascending step, then rank
    Suspicion suspicion;                      ///< of the rows there are
    std::optional<InitialParameters> initial; ///< absent where they do not differ before they are moved
    Conclusion conclusion;                    ///< what follows from all of it
    ComparisonSummary summary;
    bool judgedByNoise = false; ///< verdicts allow for the noise of the run (compare/limits/noise_verdicts.h)
    /// Rows, ascending, of which they do not, since other limits than the default ones decide there.
    std::vector<std::size_t> otherLimits;
    std::uint64_t paired = 0;                         ///< pairs that were to be measured
    std::uint64_t pairedTarget = 0, pairedGolden = 0; ///< tensors of these pairs, each counted once
    std::uint64_t leftOut = 0;                        ///< pairs that the filter removed
    double leastShare
        = kLeastShare;    ///< of the tensors of each side, 0..1; below it nothing is concluded to be right
    Message whyNoPairs;   ///< a sentence; empty where there are some
    bool partial = false; ///< stopped before the end; the rows there are complete
    /// Else rows are in order of names, and no row is called first, earlier or the cause of another.
    bool isOrderKnown = true;
    std::shared_ptr<const RecordedRun> recorded;               ///< of the halves of a bundle; else null
    std::shared_ptr<const EnvironmentDifferences> environment; ///< null: neither side recorded its own
    std::shared_ptr<const FusionDifferences> fusion; ///< null: neither side has a fusion_result.json
    /// Ranks that a side's own collectives name and its dump lacks, ascending.
    std::vector<std::int64_t> targetRanksWithoutDump, goldenRanksWithoutDump;
};

/// Pairs, measures and judges two sides. Pairs are measured in parallel and arrive in order; the result
/// depends on the inputs only. A pair that cannot be measured is a row with a state and a reason. When the
/// task is stopped the finished rows are returned with `partial`. The observer is called on threads of the
/// comparison. Errors: rule files and limits that cannot be used, unknown metric names.
[[nodiscard]] Result<Comparison> compareSides(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, const ComparisonObserver& observer, TaskContext& task);

/// Body of all processes of `options.sharing` but process 0: measures its pairs and sends the results.
[[nodiscard]] Result<void> measureShare(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, TaskContext& task);

/// Judges all rows again and updates divergence, cube and summary; numbers do not change.
[[nodiscard]] Result<void> judgeAgain(Comparison& comparison, const Limits& limits, TaskContext& task);
/// The same on a copy, for a comparison that other threads read.
[[nodiscard]] Result<Comparison> judgedAnew(
    const Comparison& comparison, const Limits& limits, TaskContext& task);

} // namespace dumpscope::core
