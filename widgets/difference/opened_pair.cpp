// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/opened_pair.h"

#include "common/core_text.h"
#include "compare/pair_alignment.h"
#include "heatmap/value_scale.h"
#include "metrics/metric_registry.h"
#include "tensor/cell_text.h"
#include "tensor/element_text.h"
#include "tensor/plane.h"

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

QString differenceTextOf(double value, const NumberFormat& format)
{
    if (format.style == NumberStyle::Fixed)
        return QString::number(value, 'f', format.digits);
    if (format.style == NumberStyle::Scientific)
        return QString::number(value, 'e', format.digits);
    return valueText(value);
}

/// As cells of tables have them.
std::uint8_t cellFlags(std::uint8_t flags)
{
    if ((flags & (core::kNanInTarget | core::kNanInGolden)) != 0)
        return core::kHasNan;
    if ((flags & core::kOppositeInf) != 0)
        return core::kHasPosInf;
    return flags & (core::kHasPosInf | core::kHasNegInf);
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
    const core::TensorPair& pair, std::string_view profile, core::TaskContext& task)
{
    TRY_ASSIGN(core::PairViews views, core::openPairViews(pair, target, golden, task));
    const core::Shape targetShape = views.target.shape, goldenShape = views.golden.shape;
    const auto targetStrides = views.target.strides, goldenStrides = views.golden.strides;
    core::Reconciled aligned = core::alignSides(pair, std::move(views.target), std::move(views.golden),
        target.index().tensor(pair.target).format, core::builtinMetrics()->findProfile(profile).get());
    OpenedPair opened;
    if (!aligned.mismatch.empty()) {
        opened.mismatch = std::move(aligned.mismatch);
        opened.isTransposed
            = targetShape.size() == 2 && core::Shape(targetShape.rbegin(), targetShape.rend()) == goldenShape;
        return opened;
    }
    opened.alignment = core::joined(aligned.steps);
    const core::Assembly* const assembly = core::isPutTogether(pair) ? pair.hint->assembly.get() : nullptr;
    const bool isPart = assembly && assembly->coverage < 1;
    opened.targetKeepsAxes = !core::isTargetPutTogether(pair) && aligned.target.shape == targetShape
        && aligned.target.strides == targetStrides;
    opened.goldenKeepsAxes = (!assembly || !assembly->isOfGolden) && aligned.golden.shape == goldenShape
        && aligned.golden.strides == goldenStrides;
    TRY_ASSIGN(opened.target, asOpened(std::move(aligned.target)));
    TRY_ASSIGN(opened.golden, asOpened(std::move(aligned.golden)));
    opened.target.isMade = isPart || (assembly && !assembly->isOfGolden);
    opened.golden.isMade = isPart || (assembly && assembly->isOfGolden);
    if (opened.target.logical->shape() != opened.golden.logical->shape())
        opened.mismatch = core::shapeText(targetShape) + ", " + core::shapeText(goldenShape);
    return opened;
}

core::Result<PlaneTile> DifferencePlane::loadTile(const core::PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns, core::TaskContext& task) const
{
    TRY_ASSIGN(core::DifferenceBlocks blocks,
        core::reduceDifference(target, golden, plane, window, blockRows, blockColumns, difference(), task));
    return tileOf(std::move(blocks), window, blockRows, blockColumns);
}

core::Result<CellBlock> DifferencePlane::loadCells(
    const core::PlaneWindow& window, const NumberFormat& format, core::TaskContext& task) const
{
    const auto [rows, columns] = core::planeSize(target.shape(), plane);
    CellBlock cells;
    cells.window.firstRow = std::min(window.firstRow, rows);
    cells.window.firstColumn = std::min(window.firstColumn, columns);
    cells.window.rows = std::min(window.rows, rows - cells.window.firstRow);
    cells.window.columns = std::min(window.columns, columns - cells.window.firstColumn);
    TRY_ASSIGN(core::DifferenceBlocks blocks,
        core::reduceDifference(target, golden, plane, cells.window, 1, 1, difference(), task));
    cells.texts.reserve(blocks.values.size());
    for (std::size_t i = 0; i < blocks.values.size(); ++i) {
        std::uint8_t& flags = blocks.flags[i];
        cells.texts.push_back(
            flags == 0 ? differenceTextOf(blocks.values[i], format) : differenceWord(flags));
        if ((flags & core::kSameNonFinite) != 0)
            blocks.values[i] = 0;
        flags = cellFlags(flags);
    }
    cells.values = std::move(blocks.values);
    cells.flags = std::move(blocks.flags);
    return cells;
}

core::Result<PlaneData> DifferencePlane::load(core::TaskContext& task, std::uint64_t mostSide) const
{
    PlaneData data;
    std::tie(data.rows, data.columns) = core::planeSize(target.shape(), plane);
    TRY_ASSIGN(data.overview,
        loadTile({0, 0, data.rows, data.columns}, overviewBlock(data.rows, mostSide),
            overviewBlock(data.columns, mostSide), task));
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

core::Result<PairErrors> measurePair(const core::ElementStream& target, const core::ElementStream& golden,
    const MismatchTolerance& tolerance, core::TaskContext& task)
{
    using Group = core::FoldGroup;
    core::FoldRequest request;
    request.groups = Group::Errors | Group::Relative | Group::Tolerance | Group::Ulp | Group::Bits;
    request.top = kWorstShown;
    request.histogram = true;
    request.atol = tolerance.absolute;
    request.rtol = tolerance.relative;
    PairErrors errors;
    errors.tolerance = tolerance;
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
    TRY_ASSIGN(errors.points,
        core::sampleErrors(
            target, golden, errors.folded.worst, tolerance.absolute, tolerance.relative, kPointsShown, task));
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
