// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "base/wide_integer.h"
#include "metrics/metric.h"
#include "metrics/pair_figures.h"
#include "tensor/tensor_view.h"

#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

class MetricProfile;
class MetricSelection;

/// One element of a pair. Errors are those of the profile `dumpscope` for all profiles.
struct WorstElement {
    std::uint64_t index = 0; ///< flat, C order of the logical tensors
    double target = 0;       ///< complex by magnitude
    double golden = 0;
    double absError = 0;       ///< infinite where NaN or infinities disagree
    double relError = 0;       ///< infinite where golden is zero and target is not
    std::optional<double> ulp; ///< absent where a side is not finite; of two integers their |difference|
    /// Where float64 rounds them: 64-bit integers, and the difference of two of them.
    std::optional<WideInteger> exactTarget, exactGolden, exactAbsError;
};

/// Error of a run of consecutive elements of the flat tensor.
struct ErrorBlock {
    std::uint64_t first = 0, count = 0; ///< elements
    double maxAbsolute = 0;             ///< over compared elements
    double sumSquares = 0;              ///< of d, over compared elements
    std::uint64_t mismatches = 0;       ///< outside atol + rtol·|y|, conflicts included
};

/// |d| of compared elements by powers of two: counts[i] has 2^(lowest+i) <= |d| < 2^(lowest+i+1).
struct ErrorHistogram {
    int lowest = 0;
    std::vector<std::uint64_t> counts; ///< from the smallest to the largest error
    std::uint64_t zero = 0;            ///< d == 0
    std::uint64_t conflicts = 0;       ///< as in PairFold
};

struct MeasureOptions {
    std::shared_ptr<const MetricSelection> metrics; ///< required
    std::shared_ptr<const MetricProfile> profile;   ///< required
    std::size_t top = 0;                            ///< number of worst elements, at most kMaxWorst
    double atol = 1e-8;                             ///< as numpy.isclose
    double rtol = 1e-5;
    std::optional<std::uint64_t> elementLimit; ///< only the first elements of each side (msaccucmp -max)
    std::size_t blocks = 0;                    ///< number of blocks of the error map, at most kMaxBlocks
    bool histogram = false;
    bool figures = false; ///< PairFigures in addition to the metrics
    /// Two boolean tensors stay boolean in profile msaccucmp: against npy files, not between two
    /// device dumps (docs/formats/comparison.md 8a.1).
    bool keepBooleans = false;
    /// Names of the files in the reasons of profile msaccucmp.
    std::string targetName, goldenName;
};
inline constexpr std::size_t kMaxWorst = 10000;
inline constexpr std::size_t kMaxBlocks = 65536;

/// The figures of one pair.
struct Measurement {
    PairState state = PairState::Ok; ///< of the pair as a whole
    Message reason;                  ///< sentence, may be empty; official text by profile
    std::vector<Message> alignment;  ///< how the profile aligned them: "squeeze", "cast float32"
    std::vector<MetricValue> values; ///< one for each metric of the selection, in its order
    std::vector<WorstElement> worst; ///< by descending absError, then ascending index
    std::vector<ErrorBlock> blocks;
    std::optional<ErrorHistogram> histogram;
    std::optional<PairFigures> figures; ///< absent unless requested, and where the shapes cannot be aligned
};

/// Compares two tensors element by element in logical C order; never broadcasts. Pairs that cannot be
/// compared are a Measurement with a state and a reason. Errors: Code::Usage for options, Code::Cancelled,
/// Code::OutOfMemory, Code::ChangedWhileRead. Streams with bounded memory; parallel; the same bits for every
/// number of threads and every instruction set.
[[nodiscard]] Result<Measurement> measureTensors(
    const TensorView& target, const TensorView& golden, const MeasureOptions& options, TaskContext& task);

/// A measurement without numbers, for pairs that cannot be aligned: every metric has `state` and the text of
/// the profile for it.
[[nodiscard]] Measurement notMeasured(const MeasureOptions& options, PairState state, Message reason);

} // namespace dumpscope::core
