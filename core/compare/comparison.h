// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/conclusion.h"
#include "compare/first_divergence.h"
#include "compare/limits.h"
#include "compare/pair_table.h"
#include "compare/pairing.h"
#include "compare/recompute/model_places.h"
#include "compare/suspects/suspect.h"
#include "compare/verdict_counts.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class PairSharing;
class ResultStore;

struct ComparisonOptions {
    MeasureOptions measure; ///< profile, metrics, worst elements, tolerances
    Limits limits;
    PairingOptions pairing;
    std::string filter; ///< docs/contract.md 2 over the target's tensors; pairs of others are left out, and
                        ///< unpaired ones
    std::uint64_t leftOut = 0;       ///< pairs that the filter took away
    double leastShare = kLeastShare; ///< see Comparison
    bool recompute = true;           ///< suspected operators from their dumped inputs (docs/culprit.md)
    ModelPlaces models;              ///< whose nodes are run again for that
    /// Pairs that earlier runs with the same measuring options over the same indexes have measured are taken
    /// from their tables, the first one that has a pair.
    std::vector<std::shared_ptr<const PairTable>> known = {};
    ResultStore* resume = nullptr;  ///< finished pairs are kept there and taken from there; not owned
    PairSharing* sharing = nullptr; ///< other processes measure some of the pairs; not owned
};

/// What a watcher of a running comparison is notified of, one after the other, in the table's order.
struct ComparisonObserver {
    std::function<void(const PairTable&)> started = {};               ///< pairing is done, no row yet
    std::function<void(const PairTable&, std::size_t row)> pair = {}; ///< one more row is judged
    std::function<void(const FirstDivergence&)> divergence = {};      ///< the first of a rank and step
    /// Ten times a second, also while nothing comes because a large tensor is measured.
    std::function<void(const PairTable&)> tick = {};
    /// Who is suspect so far, about every second; sharpens as rows arrive.
    std::function<void(const Suspicion&)> suspicion = {};
};

struct ComparisonSummary : VerdictCounts {
    std::uint64_t unpairedTarget = 0, unpairedGolden = 0;
    std::uint64_t bytes = 0;            ///< stored bytes of both sides that were compared
    bool bitEqual = false;              ///< every pair is, and there is one
    std::optional<double> largestError; ///< the largest relative Euclidean distance there is
    double seconds = 0;
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
    std::vector<CubeCell> cube; ///< ascending step, then rank
    Suspicion suspicion;        ///< of the rows there are
    Conclusion conclusion;      ///< what follows from all of it
    ComparisonSummary summary;
    bool judgedByNoise
        = false;              ///< what the noise of the run explains does not fail (compare/noise_verdicts.h)
    std::uint64_t paired = 0; ///< pairs that were to be measured
    std::uint64_t pairedTarget = 0, pairedGolden = 0; ///< tensors that stand in them, each once
    std::uint64_t leftOut = 0;                        ///< pairs that the filter took away
    double leastShare = kLeastShare; ///< of either side; where less was compared, it is no all-clear
    Message whyNoPairs;              ///< a sentence; empty where there are some
    bool partial = false;            ///< stopped before the end; the rows there are complete
    /// Else rows stand in order of their names: nothing is first, before or a cause of what stands behind it.
    bool isOrderKnown = true;
};

/// Pairs, measures and judges two sides. Pairs are measured in parallel and arrive in order; the result
/// depends on the inputs only. A pair that cannot be measured is a row with a state and a reason. When the
/// task is stopped the finished rows are returned with `partial`. Errors: rule files and limits that
/// cannot be used, wrong metric names.
[[nodiscard]] Result<Comparison> compareSides(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, const ComparisonObserver& observer, TaskContext& task);

/// What the processes but the first of `options.sharing` do: they measure their pairs and send what they
/// find.
[[nodiscard]] Result<void> measureShare(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, TaskContext& task);

/// Judges all rows anew and finds divergence, cube and summary again; numbers stay as they are.
[[nodiscard]] Result<void> judgeAgain(Comparison& comparison, const Limits& limits, TaskContext& task);
/// The same for a comparison that others are reading: they keep what they have.
[[nodiscard]] Result<Comparison> judgedAnew(
    const Comparison& comparison, const Limits& limits, TaskContext& task);

} // namespace dumpscope::core
