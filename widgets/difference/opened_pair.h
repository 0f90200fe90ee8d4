// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/elements/error_sample.h"
#include "compare/elements/plane_difference.h"
#include "compare/layout/assembled_elements.h"
#include "compare/pairing/pairing.h"
#include "difference/mismatch_tolerance.h"
#include "heatmap/plane_tile.h"
#include "metrics/pair_folding.h"
#include "tensor/cell_text.h"
#include "tensor/opened_tensor.h"

#include <vector>

namespace dumpscope::gui {

/// Which elements of a pair stand opposite one another, where not all do. Immutable, shared with tasks.
struct Counterparts {
    std::vector<bool> isCovered; ///< per element, in C order
    core::PaddingMask absent;    ///< the others
    bool isOfGolden = false;     ///< golden has nothing there, else the target
};

/// Both sides of a pair, brought into one shape; or why that has no meaning.
struct OpenedPair {
    OpenedTensor target, golden;
    core::Message alignment;     ///< what was done to align them; empty: nothing
    core::Message mismatch;      ///< not empty: why there is nothing to read
    bool isTransposed = false;   ///< with `mismatch`: two matrices, the one as wide as the other is high
    bool targetKeepsAxes = true; ///< indices are those of the target as it was dumped
    bool goldenKeepsAxes = true;
    std::shared_ptr<const Counterparts> counterparts; ///< null: every element has one
};

/// Aligned as the comparison with this profile measured it.
[[nodiscard]] core::Result<OpenedPair> openPair(const core::TensorStore& target,
    const core::TensorStore& golden, const core::TensorPair& pair, std::string_view profile,
    core::TaskContext& task);

/// What differs between the same planes of two tensors of one shape.
struct DifferencePlane {
    core::ElementStream target, golden;
    core::PlaneSpec plane;
    core::DifferenceKind kind = core::DifferenceKind::Signed;
    MismatchTolerance tolerance = {};
    std::shared_ptr<const Counterparts> counterparts = {}; ///< as of OpenedPair

    /// At most `mostSide` cells a side.
    [[nodiscard]] core::Result<PlaneData> load(
        core::TaskContext& task, std::uint64_t mostSide = kOverviewSide) const;
    /// One element of each cell: soon there, however large the plane is.
    [[nodiscard]] core::Result<PlaneData> sample(core::TaskContext& task) const;
    [[nodiscard]] core::Result<PlaneTile> loadTile(const core::PlaneWindow& window, std::uint64_t blockRows,
        std::uint64_t blockColumns, core::TaskContext& task) const;
    /// Differences as texts, cut to the plane. Where a side is not a number the text says which; the same on
    /// both sides is "=", without a flag.
    [[nodiscard]] core::Result<CellBlock> loadCells(
        const core::PlaneWindow& window, const NumberFormat& format, core::TaskContext& task) const;
    /// The numbers of one side as they are; where it has nothing opposite the other that is said instead.
    [[nodiscard]] core::Result<CellBlock> loadValues(bool ofGolden, const core::PlaneWindow& window,
        const NumberFormat& format, core::TaskContext& task) const;
    /// The numbers of one side beside them, as pairTexts has them.
    [[nodiscard]] core::Result<CellBlock> loadSide(bool ofGolden, const core::PlaneWindow& window,
        const NumberFormat& format, core::TaskContext& task) const;
    /// Null: every element has a counterpart.
    [[nodiscard]] const core::PaddingMask* absent() const
    {
        return counterparts ? &counterparts->absent : nullptr;
    }
    /// What is not there of one side; null: nothing.
    [[nodiscard]] const core::PaddingMask* absentIn(bool ofGolden) const
    {
        return counterparts && counterparts->isOfGolden == ofGolden ? &counterparts->absent : nullptr;
    }
    [[nodiscard]] core::ElementDifference difference() const
    {
        return {target.dtype(), golden.dtype(), kind, tolerance.absolute, tolerance.relative};
    }
};

/// One of the worst elements in every notation.
struct WorstFacts {
    ElementIndex index;
    QString target, golden, targetBits, goldenBits;
    core::WorstElement error;
    QString difference;
};

/// Figures of the whole pair, from one pass over it.
struct PairErrors {
    core::FoldedPair folded;
    std::vector<WorstFacts> worst;
    /// Where each of the worst stands in the target's parts; empty: the target is one tensor.
    std::vector<std::vector<core::ElementOrigin>> origins;
    std::vector<core::ErrorPoint> points; ///< finite ones, evenly spaced, and the worst
    MismatchTolerance tolerance;          ///< that mismatches were counted by
};
inline constexpr std::size_t kWorstShown = 200;
inline constexpr std::uint64_t kPointsShown = 20'000;

[[nodiscard]] core::Result<PairErrors> measurePair(const core::ElementStream& target,
    const core::ElementStream& golden, const MismatchTolerance& tolerance, const Counterparts* counterparts,
    core::TaskContext& task);

/// Both numbers of an element so that their difference is the one that is shown: in the shortest form of
/// their types ("0.1" of float16) where that gives it, else with as many digits of their
/// values as it takes ("0.0999755859375").
struct PairTexts {
    QString target, golden;
};
[[nodiscard]] PairTexts pairTexts(const core::ElementChunk& target, const core::ElementChunk& golden,
    std::uint64_t index, const QString& difference);

/// Target, golden and signed difference of one element; no difference where a side has no counterpart, which
/// is said in its place.
struct PairProbe {
    QString target, golden, difference, ulp;

    [[nodiscard]] QString words() const
    {
        if (difference.isEmpty())
            return QStringLiteral("T %1 G %2").arg(target, golden);
        return QStringLiteral("T %1 G %2 Δ %3 ULP %4").arg(target, golden, difference, ulp);
    }
};
[[nodiscard]] core::Result<PairProbe> readPairProbe(const core::ElementStream& target,
    const core::ElementStream& golden, const Counterparts* counterparts, const ElementIndex& index);

/// What a difference that is not a number is, in a word: "NaN T", "NaN G", "=", "±Inf", "no counterpart";
/// empty without flags.
[[nodiscard]] QString differenceWord(std::uint8_t flags);

} // namespace dumpscope::gui
