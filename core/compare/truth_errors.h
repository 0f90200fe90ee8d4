// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Errors of one side of a pair against the truth; absent where there is no number, NaN where NaN or
/// infinities are others than the truth's.
struct TruthError {
    std::optional<double> relativeL2, maxRelative, meanRelative, rootMeanSquare;
};

/// Which side is farther from the truth, by relative L2 error.
enum class Farther : unsigned char {
    Neither, ///< equal, or both by less than twice the other
    Target,
    Golden,
};
/// Words of docs/contract.md 4 `truth.rows.farther`: neither, target, golden.
[[nodiscard]] std::string_view fartherWord(Farther farther);

/// A pair with its partner in a third run that is nearer to the truth than both, as one in float64.
struct TruthRow {
    std::size_t row = 0; ///< of the pair table
    TensorId truth;
    TruthError target, golden;
    Farther farther = Farther::Neither;
    /// The benchmark method (docs/formats/comparison.md 5.4, default level): the target's errors are at most
    /// 10 (largest relative), 2 (mean relative) and 2 (root mean square) times golden's. Absent where a
    /// number is missing.
    std::optional<bool> isWithinBenchmark;

    /// Error of the target in units of golden's: infinite where golden's is 0 and the target's is not, absent
    /// where both are 0.
    [[nodiscard]] std::optional<double> ratio() const;
};

/// A sentence, "the target is 0.0089 from the truth, golden 8.8e-08: the target is farther".
[[nodiscard]] Message truthText(const TruthRow& row);

/// The third column of a comparison. Immutable; thread-safe.
struct TruthErrors {
    std::string root;           ///< of the truth
    std::vector<TruthRow> rows; ///< ascending; pairs whose both tensors have the same partner there
    std::uint64_t unpaired = 0; ///< pairs without one
    std::uint64_t targetFarther = 0, goldenFarther = 0, beyondBenchmark = 0;

    [[nodiscard]] const TruthRow* find(std::size_t row) const; ///< null where there is none
    /// Where the target is farther, the first of the largest ratio; null where it nowhere is.
    [[nodiscard]] const TruthRow* worst() const;
    [[nodiscard]] Message text() const; ///< what follows from all of it, a sentence
};

/// Pairs both sides of a comparison with the truth, by the rules and the profile of `options`, and measures
/// them. Errors: those of compareSides; Code::Cancelled.
[[nodiscard]] Result<TruthErrors> measureTruth(const Comparison& comparison, const ComparisonSide& truth,
    const ComparisonOptions& options, TaskContext& task);

} // namespace dumpscope::core
