// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/opened_pair.h"

#include "common/core_text.h"
#include "compare/reconcile.h"
#include "heatmap/value_scale.h"
#include "io/mapped_file.h"
#include "tensor/cell_text.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

core::Result<OpenedTensor> asOpened(core::TensorView view)
{
    OpenedTensor opened;
    TRY_ASSIGN(opened.logical, core::ElementStream::make(view, core::Order::Logical));
    opened.view = std::move(view);
    return opened;
}

QString signedText(const core::ElementStream& target, const core::ElementStream& golden, std::uint64_t flat,
    core::DifferenceKind kind)
{
    core::ElementStream::Scratch scratch, goldenScratch;
    double value = 0;
    std::uint8_t flags = 0;
    core::ElementDifference(target.dtype(), golden.dtype(), kind)
        .evaluate(target.read(flat, 1, scratch), golden.read(flat, 1, goldenScratch), &value, &flags);
    return flags == 0 ? valueText(value) : differenceWord(flags);
}

ErrorPoint pointOf(double golden, double error)
{
    const double magnitude = std::fabs(golden), size = std::fabs(error);
    return {magnitude, size, size > kTolerance.absolute + kTolerance.relative * magnitude};
}

/// Elements at equal distances; the worst are added because a sample would miss them.
core::Result<void> samplePoints(const core::ElementStream& target, const core::ElementStream& golden,
    PairErrors& errors, core::TaskContext& task)
{
    const std::uint64_t count = target.count();
    const std::uint64_t step = (count + kPointsShown - 1) / kPointsShown;
    if (step > 1) {
        for (const core::WorstElement& worst : errors.folded.worst) {
            if (std::isfinite(worst.absError))
                errors.points.push_back(pointOf(worst.golden, worst.absError));
        }
    }
    constexpr std::uint64_t kPiece = 1024;
    const core::ScatteredReading targetScattered(target.view().bytes), goldenScattered(golden.view().bytes);
    const core::ElementDifference difference(target.dtype(), golden.dtype(), core::DifferenceKind::Absolute);
    core::ElementStream::Scratch scratch, goldenScratch;
    std::vector<double> sizes(kPiece), values(kPiece);
    std::vector<std::uint8_t> flags(kPiece);
    for (std::uint64_t first = 0; first < count; first += step * kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, (count - first + step - 1) / step);
        const auto stride = static_cast<std::int64_t>(step);
        const core::ElementChunk y = golden.readStrided(first, stride, some, goldenScratch);
        difference.evaluate(target.readStrided(first, stride, some, scratch), y, sizes.data(), flags.data());
        core::toMagnitudes(y, values.data());
        for (std::size_t i = 0; i < some; ++i) {
            if (flags[i] == 0)
                errors.points.push_back(pointOf(values[i], sizes[i]));
        }
    }
    return {};
}

PlaneTile tileOf(core::DifferenceBlocks blocks, const core::PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns)
{
    PlaneTile tile;
    tile.window = window;
    tile.blockRows = blockRows;
    tile.blockColumns = blockColumns;
    tile.rows = blocks.rows;
    tile.columns = blocks.columns;
    tile.values = std::move(blocks.values);
    tile.flags = std::move(blocks.flags);
    tile.keepsWorst = true;
    return tile;
}

} // namespace

core::Result<OpenedPair> openPair(const core::TensorStore& target, const core::TensorStore& golden,
    const core::TensorPair& pair, core::TaskContext& task)
{
    TRY_ASSIGN(core::TensorView targetView, target.open(pair.target, task));
    TRY_ASSIGN(core::TensorView goldenView, golden.open(pair.golden, task));
    const core::Shape targetShape = targetView.shape, goldenShape = goldenView.shape;
    const auto targetStrides = targetView.strides;
    core::Reconciled meeting = core::reconcile(std::move(targetView), std::move(goldenView), pair.hint.get());
    OpenedPair opened;
    if (!meeting.mismatch.empty()) {
        opened.mismatch = fromCore(meeting.mismatch);
        return opened;
    }
    QStringList steps;
    for (const std::string& step : meeting.steps)
        steps.append(fromCore(step));
    opened.alignment = steps.join(QStringLiteral("; "));
    opened.targetKeepsAxes = meeting.target.shape == targetShape && meeting.target.strides == targetStrides;
    TRY_ASSIGN(opened.target, asOpened(std::move(meeting.target)));
    TRY_ASSIGN(opened.golden, asOpened(std::move(meeting.golden)));
    if (opened.target.logical->shape() != opened.golden.logical->shape())
        opened.mismatch = QStringLiteral("%1, %2").arg(
            fromCore(core::shapeText(targetShape)), fromCore(core::shapeText(goldenShape)));
    return opened;
}

core::Result<PlaneTile> DifferencePlane::loadTile(const core::PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns, core::TaskContext& task) const
{
    TRY_ASSIGN(core::DifferenceBlocks blocks,
        core::reduceDifference(target, golden, plane, window, blockRows, blockColumns, difference(), task));
    return tileOf(std::move(blocks), window, blockRows, blockColumns);
}

core::Result<PlaneData> DifferencePlane::load(core::TaskContext& task) const
{
    PlaneData data;
    std::tie(data.rows, data.columns) = core::planeSize(target.shape(), plane);
    TRY_ASSIGN(data.overview,
        loadTile({0, 0, data.rows, data.columns}, overviewBlock(data.rows, kOverviewSide),
            overviewBlock(data.columns, kOverviewSide), task));
    measurePlane(data);
    return data;
}

core::Result<PlaneData> DifferencePlane::sample(core::TaskContext& task) const
{
    PlaneData data;
    data.isPreview = true;
    std::tie(data.rows, data.columns) = core::planeSize(target.shape(), plane);
    const std::uint64_t blockRows = overviewBlock(data.rows, kPreviewSide);
    const std::uint64_t blockColumns = overviewBlock(data.columns, kPreviewSide);
    TRY_ASSIGN(core::DifferenceBlocks blocks,
        core::sampleDifference(target, golden, plane, blockRows, blockColumns, difference(), task));
    data.overview = tileOf(std::move(blocks), {0, 0, data.rows, data.columns}, blockRows, blockColumns);
    measurePlane(data);
    return data;
}

core::Result<PairErrors> measurePair(
    const core::ElementStream& target, const core::ElementStream& golden, core::TaskContext& task)
{
    using Group = core::FoldGroup;
    core::FoldRequest request;
    request.groups = Group::Errors | Group::Relative | Group::Tolerance | Group::Ulp | Group::Bits;
    request.top = kWorstShown;
    request.histogram = true;
    PairErrors errors;
    TRY_ASSIGN(errors.folded, core::foldPair(target.view(), golden.view(), request, task));
    core::ElementStream::Scratch scratch;
    for (const core::WorstElement& worst : errors.folded.worst) {
        WorstFacts facts;
        facts.error = worst;
        facts.index = unravelled(worst.index, target.shape());
        const core::ElementChunk x = target.read(worst.index, 1, scratch);
        facts.target = cellText(x, 0, {});
        facts.targetBits = fromCore(core::elementBits(x, 0));
        const core::ElementChunk y = golden.read(worst.index, 1, scratch);
        facts.golden = cellText(y, 0, {});
        facts.goldenBits = fromCore(core::elementBits(y, 0));
        facts.difference = signedText(target, golden, worst.index, core::DifferenceKind::Signed);
        errors.worst.push_back(std::move(facts));
    }
    TRY_VOID(samplePoints(target, golden, errors, task));
    TRY_VOID(target.view().bytes.check());
    TRY_VOID(golden.view().bytes.check());
    return errors;
}

core::Result<PairProbe> readPairProbe(
    const core::ElementStream& target, const core::ElementStream& golden, const ElementIndex& index)
{
    PairProbe probe;
    const std::uint64_t flat = ravelled(index, target.shape());
    core::ElementStream::Scratch scratch;
    probe.target = cellText(target.read(flat, 1, scratch), 0, {});
    probe.golden = cellText(golden.read(flat, 1, scratch), 0, {});
    probe.difference = signedText(target, golden, flat, core::DifferenceKind::Signed);
    probe.ulp = signedText(target, golden, flat, core::DifferenceKind::Ulp);
    TRY_VOID(target.view().bytes.check());
    TRY_VOID(golden.view().bytes.check());
    return probe;
}

QString differenceWord(std::uint8_t flags)
{
    const bool inTarget = (flags & core::kNanInTarget) != 0, inGolden = (flags & core::kNanInGolden) != 0;
    if (inTarget || inGolden)
        return inTarget && inGolden ? QStringLiteral("NaN T G")
            : inTarget              ? QStringLiteral("NaN T")
                                    : QStringLiteral("NaN G");
    if ((flags & core::kOppositeInf) != 0)
        return QStringLiteral("±Inf");
    if ((flags & core::kHasPosInf) != 0)
        return QStringLiteral("+Inf");
    if ((flags & core::kHasNegInf) != 0)
        return QStringLiteral("-Inf");
    return (flags & core::kSameNonFinite) != 0 ? QStringLiteral("=") : QString();
}

} // namespace dumpscope::gui
