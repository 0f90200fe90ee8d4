// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/opened_pair.h"

#include "base/text.h"
#include "common/core_text.h"
#include "compare/measuring/pair_alignment.h"
#include "heatmap/value_scale.h"
#include "metrics/exact_integer.h"
#include "metrics/metric_registry.h"
#include "tensor/cell_text.h"
#include "tensor/element_text.h"
#include "tensor/element_values.h"
#include "tensor/plane.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

struct PairWords {
    Q_DECLARE_TR_FUNCTIONS(OpenedPair)
};

QString noCounterpart()
{
    return PairWords::tr("no counterpart");
}

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
    const core::ElementChunk x = target.read(flat, 1, scratch), y = golden.read(flat, 1, goldenScratch);
    if (core::isInteger(x.dtype) && core::isInteger(y.dtype)) {
        const core::WideInteger difference = core::integerDifference(x, y, 0);
        const bool isSigned = kind == core::DifferenceKind::Signed || difference >= 0;
        return fromCore(core::integerText(isSigned ? difference : -difference));
    }
    double value = 0;
    std::uint8_t flags = 0;
    core::ElementDifference(target.dtype(), golden.dtype(), kind).evaluate(x, y, &value, &flags);
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

/// Half a unit of the last digit of a number.
double lastDigit(const QString& number)
{
    const qsizetype exponentAt = number.indexOf(u'e');
    const QString digits = number.left(exponentAt < 0 ? number.size() : exponentAt);
    const int exponent = exponentAt < 0 ? 0 : number.mid(exponentAt + 1).toInt();
    const qsizetype point = digits.indexOf(u'.');
    const auto behind = static_cast<int>(point < 0 ? 0 : digits.size() - point - 1);
    return 0.5 * std::pow(10, exponent - behind);
}

/// Whether the texts give the difference, to the digits it has.
bool addUp(const QString& target, const QString& golden, const QString& difference)
{
    constexpr double kRounding = 1e-15; // of float64
    constexpr double kRounded = 5e-6;   // of a difference with six digits
    bool isTarget = false, isGolden = false, isDifference = false;
    const double x = target.toDouble(&isTarget), y = golden.toDouble(&isGolden);
    const double d = difference.toDouble(&isDifference);
    if (!isTarget || !isGolden || !isDifference || !std::isfinite(x) || !std::isfinite(y))
        return true; // words, which nobody adds up
    // What is shorter than a rounded number is exact, as 0 is.
    const double exact = d == 0 ? 0 : std::abs(d) * kRounded;
    return std::abs(x - y - d)
        <= std::min(lastDigit(difference), exact) + kRounding * std::max(std::abs(x), std::abs(y));
}

/// Both numbers with the fewest digits that add up.
PairTexts fewestDigits(double target, double golden, const QString& difference)
{
    constexpr int kFew = 6, kAll = 17;
    for (int digits = kFew; digits < kAll; ++digits) {
        PairTexts texts {
            fromCore(core::streamText(target, digits)), fromCore(core::streamText(golden, digits))};
        if (addUp(texts.target, texts.golden, difference))
            return texts;
    }
    return {fromCore(core::numberText(target)), fromCore(core::numberText(golden))};
}

/// As cells of tables have them.
std::uint8_t cellFlags(std::uint8_t flags)
{
    static_assert(core::kNoCounterpart == kIsPadding);
    if (flags == core::kNoCounterpart)
        return kIsPadding;
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
    TRY_ASSIGN(core::ShownViews views, core::openShownViews(pair, target, golden, task));
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
    opened.targetKeepsAxes = !core::isTargetPutTogether(pair) && aligned.target.shape == targetShape
        && aligned.target.strides == targetStrides;
    opened.goldenKeepsAxes = (!assembly || !assembly->isOfGolden) && aligned.golden.shape == goldenShape
        && aligned.golden.strides == goldenStrides;
    TRY_ASSIGN(opened.target, asOpened(std::move(aligned.target)));
    TRY_ASSIGN(opened.golden, asOpened(std::move(aligned.golden)));
    opened.target.isMade = assembly && !assembly->isOfGolden;
    opened.golden.isMade = assembly && assembly->isOfGolden;
    if (opened.target.logical->shape() != opened.golden.logical->shape())
        opened.mismatch = core::shapeText(targetShape) + ", " + core::shapeText(goldenShape);
    if (views.isCovered.empty() || !opened.mismatch.empty())
        return opened;
    core::PaddingMask absent = core::PaddingMask::ofUnused(views.isCovered);
    opened.counterparts = std::make_shared<const Counterparts>(
        Counterparts {std::move(views.isCovered), std::move(absent), assembly->isOfGolden});
    OpenedTensor& made = assembly->isOfGolden ? opened.golden : opened.target;
    made.absent = {opened.counterparts, &opened.counterparts->absent};
    // Figures of either side are of what is compared.
    for (OpenedTensor* const side : {&opened.target, &opened.golden}) {
        TRY_ASSIGN(side->present, core::onlyElements(side->view, opened.counterparts->isCovered, task));
    }
    return opened;
}

core::Result<PlaneTile> DifferencePlane::loadTile(const core::PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns, core::TaskContext& task) const
{
    TRY_ASSIGN(core::DifferenceBlocks blocks,
        core::reduceDifference(
            target, golden, plane, window, blockRows, blockColumns, difference(), task, absent()));
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
        core::reduceDifference(target, golden, plane, cells.window, 1, 1, difference(), task, absent()));
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

core::Result<CellBlock> DifferencePlane::loadValues(
    bool ofGolden, const core::PlaneWindow& window, const NumberFormat& format, core::TaskContext& task) const
{
    TRY_ASSIGN(CellBlock cells,
        gui::loadCells(ofGolden ? golden : target, plane, window, format, absentIn(ofGolden), task.stop));
    for (std::size_t i = 0; i < cells.texts.size(); ++i) {
        if ((cells.flags[i] & kIsPadding) != 0)
            cells.texts[i] = noCounterpart();
    }
    return cells;
}

core::Result<CellBlock> DifferencePlane::loadSide(
    bool ofGolden, const core::PlaneWindow& window, const NumberFormat& format, core::TaskContext& task) const
{
    TRY_ASSIGN(CellBlock cells, loadValues(ofGolden, window, format, task));
    if (format.style != NumberStyle::Shortest || !core::isFloating((ofGolden ? golden : target).dtype()))
        return cells;
    TRY_ASSIGN(const CellBlock other, loadValues(!ofGolden, window, format, task));
    for (std::size_t i = 0; i < cells.texts.size() && i < other.texts.size(); ++i) {
        if (((cells.flags[i] | other.flags[i]) & kIsPadding) != 0)
            continue;
        const CellBlock &x = ofGolden ? other : cells, &y = ofGolden ? cells : other;
        const QString difference = valueText(x.values[i] - y.values[i]);
        if (addUp(x.texts[i], y.texts[i], difference))
            continue;
        PairTexts texts = fewestDigits(x.values[i], y.values[i], difference);
        cells.texts[i] = ofGolden ? std::move(texts.golden) : std::move(texts.target);
    }
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
        core::sampleDifference(target, golden, plane, blockRows, blockColumns, difference(), task, absent()));
    data.overview = tileOf(std::move(blocks), {0, 0, data.rows, data.columns}, blockRows, blockColumns);
    measurePlane(data);
    return data;
}

namespace {

/// What stands opposite one another, one behind the other, in the types of the sides; then the places are
/// those of the whole tensors again.
core::Result<PairErrors> measureCovered(const core::ElementStream& target, const core::ElementStream& golden,
    const MismatchTolerance& tolerance, const Counterparts& counterparts, core::TaskContext& task)
{
    TRY_ASSIGN(const core::TensorView x, core::onlyElements(target.view(), counterparts.isCovered, task));
    TRY_ASSIGN(const core::TensorView y, core::onlyElements(golden.view(), counterparts.isCovered, task));
    TRY_ASSIGN(const core::ElementStream targets, core::ElementStream::make(x, core::Order::Logical));
    TRY_ASSIGN(const core::ElementStream goldens, core::ElementStream::make(y, core::Order::Logical));
    TRY_ASSIGN(PairErrors errors, measurePair(targets, goldens, tolerance, nullptr, task));
    const std::vector<std::uint64_t> places = counterparts.absent.usedElements();
    const auto put = [&places](std::uint64_t& index) { index = places[static_cast<std::size_t>(index)]; };
    for (core::WorstElement& worst : errors.folded.worst)
        put(worst.index);
    for (WorstFacts& facts : errors.worst) {
        put(facts.error.index);
        facts.index = unravelled(facts.error.index, target.shape());
    }
    return errors;
}

} // namespace

core::Result<PairErrors> measurePair(const core::ElementStream& target, const core::ElementStream& golden,
    const MismatchTolerance& tolerance, const Counterparts* counterparts, core::TaskContext& task)
{
    if (counterparts)
        return measureCovered(target, golden, tolerance, *counterparts, task);
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
    core::ElementStream::Scratch scratch, goldenScratch;
    for (const core::WorstElement& worst : errors.folded.worst) {
        WorstFacts facts;
        facts.error = worst;
        facts.index = unravelled(worst.index, target.shape());
        const core::ElementChunk x = target.read(worst.index, 1, scratch);
        facts.targetBits = fromCore(core::elementBits(x, 0));
        const core::ElementChunk y = golden.read(worst.index, 1, goldenScratch);
        facts.goldenBits = fromCore(core::elementBits(y, 0));
        facts.difference = signedText(target, golden, worst.index, core::DifferenceKind::Signed);
        PairTexts texts = pairTexts(x, y, 0, facts.difference);
        facts.target = std::move(texts.target);
        facts.golden = std::move(texts.golden);
        errors.worst.push_back(std::move(facts));
    }
    TRY_ASSIGN(errors.points,
        core::sampleErrors(
            target, golden, errors.folded.worst, tolerance.absolute, tolerance.relative, kPointsShown, task));
    TRY_VOID(target.view().bytes.check());
    TRY_VOID(golden.view().bytes.check());
    return errors;
}

PairTexts pairTexts(const core::ElementChunk& target, const core::ElementChunk& golden, std::uint64_t index,
    const QString& difference)
{
    PairTexts texts {cellText(target, index, {}), cellText(golden, index, {})};
    if (addUp(texts.target, texts.golden, difference))
        return texts;
    const auto valueOf = [index](const core::ElementChunk& chunk) {
        double value = 0;
        core::toMagnitudes(core::subChunk(chunk, index, 1), &value);
        return value;
    };
    if (!core::isFloating(target.dtype) || !core::isFloating(golden.dtype))
        return texts;
    return fewestDigits(valueOf(target), valueOf(golden), difference);
}

core::Result<PairProbe> readPairProbe(const core::ElementStream& target, const core::ElementStream& golden,
    const Counterparts* counterparts, const ElementIndex& index)
{
    PairProbe probe;
    const std::uint64_t flat = ravelled(index, target.shape());
    core::ElementStream::Scratch scratch, goldenScratch;
    if (counterparts && counterparts->absent.isPadding(flat)) {
        const core::ElementStream& whole = counterparts->isOfGolden ? target : golden;
        const QString value = cellText(whole.read(flat, 1, scratch), 0, {});
        probe.target = counterparts->isOfGolden ? value : noCounterpart();
        probe.golden = counterparts->isOfGolden ? noCounterpart() : value;
        TRY_VOID(whole.view().bytes.check());
        return probe;
    }
    probe.difference = signedText(target, golden, flat, core::DifferenceKind::Signed);
    PairTexts texts
        = pairTexts(target.read(flat, 1, scratch), golden.read(flat, 1, goldenScratch), 0, probe.difference);
    probe.target = std::move(texts.target);
    probe.golden = std::move(texts.golden);
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
    if ((flags & core::kSameNonFinite) != 0)
        return QStringLiteral("=");
    return (flags & core::kNoCounterpart) != 0 ? noCounterpart() : QString();
}

} // namespace dumpscope::gui
