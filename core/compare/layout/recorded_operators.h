// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"
#include "records/tensor_record.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What was recorded of a tensor's values.
struct RecordedFigures {
    double max = 0, min = 0, mean = 0, norm = 0;
    double count = 0; ///< elements
    int bits = 64;    ///< of the significand they are rounded to

    friend bool operator==(const RecordedFigures&, const RecordedFigures&) = default;
};

/// Absent where one of them is, for other types than floating ones, and where no shape is recorded.
[[nodiscard]] std::optional<RecordedFigures> recordedFiguresOf(const DumpIndex& index, TensorId id);

/// Of several tensors that stand beside each other: extremes of extremes, the mean by elements, the root of
/// the sum of squared norms. Absent where one has no figures.
[[nodiscard]] std::optional<RecordedFigures> composedFigures(
    const DumpIndex& index, std::span<const TensorId> tensors);

/// Of the largest difference of norm, mean and extremes, relative; infinite where they are of other sizes.
[[nodiscard]] double figureDistance(const RecordedFigures& a, const RecordedFigures& b);

/// Within what two runs of the coarser type differ by, times `tightness`.
[[nodiscard]] bool areFiguresAlike(const RecordedFigures& a, const RecordedFigures& b, double tightness);

/// A tensor of several ranks at one place of the program; those with the same figures are one part.
struct RecordedCell {
    Io io = Io::Unknown;
    std::int32_t slot = 0;
    std::vector<TensorId> all;
    std::vector<TensorId> parts; ///< different ones, by rank
    std::optional<RecordedFigures> whole;
};

struct RecordedOperator {
    std::string type;
    std::vector<RecordedCell> cells;
};

/// In the order of execution. Ranks that do the same together are one lane, with a cell for their tensors at
/// one place; lanes, as the stages of a pipeline, stand one behind the other. What is a lane, and whether
/// ranks hold parts of one tensor or, as experts, tensors of their own, which are cells then, too, is what
/// gives the most parameters of golden. `golden` null: the side is golden, of one process. `layout`: says the
/// stages; may be null.
[[nodiscard]] std::vector<RecordedOperator> recordedOperators(
    const ComparisonSide& side, const ComparisonSide* golden, const SaidLayout* layout);

} // namespace dumpscope::core
