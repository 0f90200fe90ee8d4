// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_document.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "compare/elements/missing_elements.h"
#include "compare/layout/assembled_elements.h"
#include "comparison/comparison_request.h"
#include "comparison/pairing/unpaired_words.h"
#include "comparison/verdict_words.h"
#include "documents/probed_value.h"
#include "kit/filter_term.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

DifferenceDocument::DifferenceDocument(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_target(workbench, false)
    , m_golden(workbench, false)
{
    Comparisons& comparisons = workbench.comparisons;
    connect(&comparisons, &Comparisons::pairChanged, this, &DifferenceDocument::follow);
    connect(&comparisons, &Comparisons::currentChanged, this, &DifferenceDocument::followComparison);
    // One without a pair changes no pair where none was chosen before.
    connect(&workbench.selection, &Selection::tensorChanged, this, [this] {
        if (!m_workbench.comparisons.pair())
            follow();
    });
    connect(&m_target, &TensorDocument::planeChanged, this, [this] {
        if (!isReady())
            return;
        m_golden.setPlane(m_target.plane());
        dropPlane();
        emit planeChanged();
    });
    connect(&m_target, &TensorDocument::probeChanged, this, &DifferenceDocument::followProbe);
    connect(&workbench.selection, &Selection::elementChanged, this, [this] {
        const auto& element = m_workbench.selection.element();
        if (isReady() && isElementOfPair() && !element.empty())
            m_target.setProbe(element);
    });
    // Of the other side of the same pair the same element is spoken of. Who else follows comes first.
    connect(
        &workbench.selection, &Selection::tensorChanged, this,
        [this] {
            if (isReady() && isElementOfPair() && m_workbench.selection.tensor() == m_shownGolden)
                followProbe();
        },
        Qt::QueuedConnection);
    for (TensorDocument* side : {&m_target, &m_golden}) {
        TensorFigures& figures = TensorFigures::of(*side);
        connect(&figures, &TensorFigures::statisticsChanged, this, [this, &figures] {
            // Of large tensors they wait until the pictures are there, and want to be asked again.
            if (isReady())
                figures.wantStatistics(Extent::Tensor);
            emit rangesChanged();
        });
        connect(side, &TensorDocument::planeLoaded, this, &DifferenceDocument::rangesChanged);
    }
    followComparison();
}

void DifferenceDocument::followComparison()
{
    if (m_comparison)
        m_comparison->disconnect(this);
    m_comparison = m_workbench.comparisons.current();
    if (m_comparison)
        connect(m_comparison, &ComparisonDocument::pairsReplaced, this, &DifferenceDocument::follow);
    follow();
}

void DifferenceDocument::retranslate()
{
    if (m_stage != Stage::Empty && m_stage != Stage::Message)
        return;
    m_stage = Stage::Empty; // so that the same pair is looked at again
    follow();
}

void DifferenceDocument::setStage(Stage stage, const QString& message)
{
    m_stage = stage;
    m_message = message;
    emit stageChanged();
}

/// Nothing of a pair before stays, not even behind the message.
void DifferenceDocument::showNothing(Stage stage, const QString& message)
{
    // First of all, so that nobody takes what is emptied for a pair that is ready.
    setStage(stage, message);
    m_target.show({});
    m_golden.show({});
    m_probing.cancel();
    m_probe.reset();
    dropPlane();
}

void DifferenceDocument::follow()
{
    const auto row = m_workbench.comparisons.pair();
    const bool hasPair = m_comparison && row && m_comparison->pairs() && *row < m_comparison->pairs()->rows();
    const TensorRef target = hasPair ? m_comparison->targetOf(*row) : TensorRef {};
    const TensorRef golden = hasPair ? m_comparison->goldenOf(*row) : TensorRef {};
    const core::TensorPair* const pair = hasPair ? &m_comparison->pairs()->row(*row).pair : nullptr;
    const auto hint = pair && pair->hint ? std::optional(*pair->hint) : std::nullopt;
    // Judged anew: the same numbers, perhaps counted by other limits.
    if (m_stage != Stage::Empty && target.isValid() && target == m_shownTarget && golden == m_shownGolden
        && hint == m_shownHint) {
        followTolerance();
        return;
    }
    m_shownHint = hint;
    m_canTranspose = false;
    m_opening.cancel();
    m_measuring.cancel();
    m_errors.reset();
    m_shownTarget = target;
    m_shownGolden = golden;
    ProbedValue::of(m_workbench.selection).forgetPair();
    if (!target.isValid() || !golden.isValid())
        return showNothing(Stage::Empty, whyEmpty());
    m_tolerance = toleranceOf(m_comparison->setup().limits, *m_comparison->pairs(), *row);
    m_pointed.reset();
    m_pointing.cancel();
    ProbedValue::of(m_workbench.selection).point({}, {});
    const core::PairResult& result = m_comparison->pairs()->row(*row);
    if (result.basis != core::PairBasis::Elements) {
        showNothing(Stage::Message, coreWords(core::missingElements(*m_comparison->pairs(), *row)));
        return;
    }
    setStage(Stage::Loading);
    m_opening.start<OpenedPair>(
        m_workbench.tasks, Lane::Interactive, tr("Opening %1").arg(target.opName()), this,
        [x = target.root->store(), y = golden.root->store(), pair = result.pair,
            profile = m_comparison->setup().profile.toStdString()](core::TaskContext& task,
            const TaskRunner::Post&) { return openPair(*x, *y, pair, profile, task); },
        [this, target, golden](
            core::Result<OpenedPair> opened) { accept(std::move(opened), target, golden); });
}

/// What is chosen may be there without a counterpart.
QString DifferenceDocument::whyEmpty() const
{
    const TensorRef& chosen = m_workbench.selection.tensor();
    const QString unpaired = m_comparison ? unpairedSentence(*m_comparison, chosen) : QString();
    if (unpaired.isEmpty())
        return tr("Select a pair to see where it differs.");
    const bool isTarget = chosen.root == m_comparison->setup().target.root;
    return QStringLiteral("%1 %2 (%3). %4")
        .arg(shownName(chosen.opName()), ioText(chosen.row()),
            stateWord(isTarget ? State::TargetSide : State::GoldenSide), unpaired);
}

void DifferenceDocument::accept(
    core::Result<OpenedPair> opened, const TensorRef& target, const TensorRef& golden)
{
    if (!opened) {
        showNothing(Stage::Message, TensorDocument::sentence(opened.error()));
        return;
    }
    if (!opened->mismatch.empty()) {
        m_canTranspose = opened->isTransposed;
        showNothing(Stage::Message, withOneStop(tr("Not comparable: %1.").arg(coreWords(opened->mismatch))));
        return;
    }
    if (!target.isValid() || !golden.isValid())
        return;
    ++m_generation;
    m_firstElement.reset();
    m_alignment = std::move(opened->alignment);
    m_isElementShared = opened->targetKeepsAxes;
    m_goldenKeepsAxes = opened->goldenKeepsAxes;
    m_counterparts = std::move(opened->counterparts);
    dropPlane();
    m_target.show(target, std::move(opened->target), opened->targetKeepsAxes);
    m_golden.show(golden, std::move(opened->golden), false);
    if (!m_target.isReady() || !m_golden.isReady() || !m_target.hasValues() || !m_golden.hasValues()) {
        setStage(Stage::Message, m_target.message().isEmpty() ? m_golden.message() : m_target.message());
        return;
    }
    const ElementIndex& element = m_workbench.selection.element();
    if (isElementOfPair() && !element.empty()) {
        // The first one, and where the slice of another tensor of the shape was, are where every view begins.
        const bool isUsual = element == ElementIndex(element.size(), 0) || element == m_target.probe();
        m_target.setProbe(element);
        if (isUsual)
            m_firstElement = m_target.probe();
    } else {
        m_firstElement = m_target.probe();
    }
    m_golden.setPlane(m_target.plane());
    setStage(Stage::Ready);
    emit planeChanged();
    followProbe();
    measure();
}

bool DifferenceDocument::looksAtNone() const
{
    return m_firstElement && m_target.probe() == m_firstElement;
}

bool DifferenceDocument::hasPictures() const
{
    const auto isDone
        = [](const TensorDocument& side) { return side.planeData() || !side.planeFailure().isEmpty(); };
    return (m_plane || !m_failure.isEmpty()) && isDone(m_target) && isDone(m_golden);
}

bool DifferenceDocument::isSettled() const
{
    if (m_stage == Stage::Loading)
        return false;
    return !isReady()
        || (!m_target.isBusy() && !m_golden.isBusy()
            && ((m_plane && !m_plane->isPreview) || !m_failure.isEmpty()));
}

/// Ranges, worst elements and the histogram of errors: one pass over the whole pair.
void DifferenceDocument::measure()
{
    for (TensorDocument* side : {&m_target, &m_golden})
        TensorFigures::of(*side).wantStatistics(Extent::Tensor);
    m_target.read<PairErrors>(
        m_measuring, Lane::Bulk, tr("Measuring differences"),
        [x = m_target.stream(), y = m_golden.stream(), tolerance = m_tolerance, counterparts = m_counterparts,
            assembly = assembly() ? m_shownHint->assembly : nullptr,
            index = partsSide().root->index()](core::TaskContext& task) -> core::Result<PairErrors> {
            TRY_ASSIGN(PairErrors errors, measurePair(x, y, tolerance, counterparts.get(), task));
            // Parts are long, and the worst elements many.
            for (std::size_t i = 0; assembly && i < errors.worst.size(); ++i)
                errors.origins.push_back(
                    core::elementOrigins(*assembly, *index, y.shape(), errors.worst[i].index));
            return errors;
        },
        [this](PairErrors errors) {
            m_errors = std::make_shared<const PairErrors>(std::move(errors));
            emit errorsChanged();
            emit rangesChanged();
        },
        TensorDocument::Scope::Tensor);
}

void DifferenceDocument::dropPlane()
{
    for (LatestOnly* slot : {&m_planeLoading, &m_detailLoading})
        slot->cancel();
    m_plane.reset();
    m_detail.reset();
    m_failure.clear();
}

DifferencePlane DifferenceDocument::plane() const
{
    return {m_target.stream(), m_golden.stream(), m_target.plane(), m_kind, m_tolerance, m_counterparts};
}

/// Other limits: mismatches are counted anew; where they are on screen they are drawn anew, too.
void DifferenceDocument::followTolerance()
{
    const auto row = m_workbench.comparisons.pair();
    const MismatchTolerance now = toleranceOf(m_comparison->setup().limits, *m_comparison->pairs(), *row);
    if (now == m_tolerance)
        return;
    m_tolerance = now;
    emit toleranceChanged();
    if (!isReady())
        return;
    measure();
    if (m_kind == core::DifferenceKind::Mismatch) {
        dropPlane();
        emit kindChanged();
        wantPlanes();
    }
}

QString originWords(const std::vector<PartOrigin>& origins)
{
    return origins.empty()    ? DifferenceDocument::tr("in no part")
        : origins.size() == 1 ? coreWords(origins.front().text)
                              : DifferenceDocument::tr("all %n parts", "", static_cast<int>(origins.size()));
}

const core::Assembly* DifferenceDocument::assembly() const
{
    const core::Assembly* const assembly = isReady() && m_shownHint ? m_shownHint->assembly.get() : nullptr;
    return assembly && (assembly->isOfGolden ? m_isElementShared : m_goldenKeepsAxes) ? assembly : nullptr;
}

const TensorRef& DifferenceDocument::partsSide() const
{
    return assembly() && assembly()->isOfGolden ? m_shownGolden : m_shownTarget;
}

std::vector<PartOrigin> DifferenceDocument::originsOf(const ElementIndex& index) const
{
    const core::Assembly* const shown = assembly();
    if (!shown || !m_shownTarget.isValid() || !m_shownGolden.isValid())
        return {};
    const TensorRef& whole = shown->isOfGolden ? m_shownTarget : m_shownGolden;
    return partOrigins(core::elementOrigins(
        *shown, *partsSide().root->index(), whole.root->index()->shape(whole.row().shape), index));
}

std::vector<PartOrigin> DifferenceDocument::partOrigins(const std::vector<core::ElementOrigin>& origins) const
{
    std::vector<PartOrigin> parts;
    const core::Assembly* const shown = assembly();
    if (!shown || !m_shownTarget.isValid())
        return parts;
    for (const core::ElementOrigin& one : origins)
        parts.push_back({{partsSide().root, shown->parts[one.part].id}, one.index,
            core::originText(one, *shown, *partsSide().root->index())});
    return parts;
}

// As a rule of the pairing, so that it is undone, saved and said on the command line like any other.
void DifferenceDocument::readTransposed()
{
    if (!m_canTranspose || !m_comparison || !m_shownTarget.isValid() || !m_shownGolden.isValid())
        return;
    const core::TensorRow &row = m_shownTarget.row(), &other = m_shownGolden.row();
    QJsonObject more {{QStringLiteral("layout"), QStringLiteral("IO<-OI")}};
    if (row.io != core::Io::Unknown)
        more.insert(QStringLiteral("io"), fromCore(core::ioWord(row.io)));
    if (row.slot >= 0)
        more.insert(
            QStringLiteral("slot"), QJsonObject {{QString::number(row.slot), std::max(0, other.slot)}});
    PairingEdits edits = m_comparison->setup().edits;
    edits.rules.append({m_shownTarget.opName(),
        m_shownGolden.opName().replace(QLatin1Char('$'), QLatin1String("$$")), more});
    m_workbench.comparisons.changePairing(edits, tr("read golden transposed"));
}

QString DifferenceDocument::commandLine() const
{
    if (!m_comparison || !m_shownTarget.isValid())
        return {};
    ComparisonSetup setup = m_comparison->setup();
    const core::TensorRow& row = m_shownTarget.row();
    QString rows = filterTerm("op_name", m_shownTarget.opName());
    if (row.io != core::Io::Unknown)
        rows += u' ' + filterTerm("io", fromCore(core::ioWord(row.io)));
    if (row.slot >= 0)
        rows += u' ' + filterTerm("slot", QString::number(row.slot));
    setup.atol = m_tolerance.absolute;
    setup.rtol = m_tolerance.relative;
    setup.top = kWorstShown;
    return comparisonCommand(setup, rows);
}

void DifferenceDocument::pointCell(std::uint64_t row, std::uint64_t column)
{
    if (!isReady())
        return;
    const core::PlaneSpec& plane = m_target.plane();
    ElementIndex index = plane.fixedIndices;
    index.resize(m_target.shape().size());
    if (!index.empty()) {
        index[plane.rowAxis] = static_cast<std::int64_t>(row);
        index[plane.columnAxis] = static_cast<std::int64_t>(column);
    }
    point(index);
}

void DifferenceDocument::point(const std::optional<ElementIndex>& index)
{
    if (m_pointed == index || !isReady())
        return;
    m_pointed = index;
    m_pointing.cancel();
    emit pointedChanged();
    if (!index)
        return ProbedValue::of(m_workbench.selection).point({}, {});
    m_target.read<PairProbe>(
        m_pointing, Lane::Interactive, tr("Reading an element"),
        [x = m_target.stream(), y = m_golden.stream(), counterparts = m_counterparts, at = *index](
            core::TaskContext&) { return readPairProbe(x, y, counterparts.get(), at); },
        [this](const PairProbe& probe) {
            ProbedValue::of(m_workbench.selection).point(*m_pointed, probe.words());
            emit pointedChanged();
        });
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> DifferenceDocument::cellOf(
    const ElementIndex& index) const
{
    if (!isReady() || index.size() != m_target.shape().size())
        return std::nullopt;
    const core::PlaneSpec& plane = m_target.plane();
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const bool isShown = axis == plane.rowAxis || axis == plane.columnAxis;
        if (!isShown && index[axis] != (axis < plane.fixedIndices.size() ? plane.fixedIndices[axis] : 0))
            return std::nullopt;
    }
    if (index.empty())
        return std::pair<std::uint64_t, std::uint64_t>(0, 0);
    const std::int64_t row = plane.rowAxis == plane.columnAxis ? 0 : index[plane.rowAxis];
    return std::pair(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(index[plane.columnAxis]));
}

void DifferenceDocument::fail(const core::Error& error)
{
    m_failure = TensorDocument::sentence(error);
    emit planeLoaded();
}

void DifferenceDocument::wantPlanes()
{
    if (!isReady())
        return;
    m_target.wantPlane();
    m_golden.wantPlane();
    if ((m_plane && !m_plane->isPreview) || isRunning(m_planeLoading) || !m_failure.isEmpty())
        return;
    constexpr std::uint64_t kSoonRead = 1U << 23;
    if (m_plane || m_target.rows() <= kSoonRead / std::max<std::uint64_t>(1, m_target.columns())) {
        readPlane();
        return;
    }
    m_target.read<PlaneData>(
        m_planeLoading, Lane::Interactive, tr("Comparing %1").arg(m_shownTarget.opName()),
        [plane = plane()](core::TaskContext& task) { return plane.sample(task); },
        [this](PlaneData data) {
            m_plane = std::make_shared<const PlaneData>(std::move(data));
            emit planeLoaded();
            readPlane();
        },
        TensorDocument::Scope::Plane, [this](const core::Error& error) { fail(error); });
}

void DifferenceDocument::readPlane()
{
    m_target.read<PlaneData>(
        m_planeLoading, Lane::Interactive, tr("Comparing %1").arg(m_shownTarget.opName()),
        [plane = plane()](core::TaskContext& task) { return plane.load(task); },
        [this](PlaneData data) {
            m_plane = std::make_shared<const PlaneData>(std::move(data));
            emit planeLoaded();
        },
        TensorDocument::Scope::Plane, [this](const core::Error& error) { fail(error); });
}

void DifferenceDocument::wantDetail(
    const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns)
{
    if (!isReady())
        return;
    m_target.read<PlaneTile>(
        m_detailLoading, Lane::Interactive, tr("Comparing %1").arg(m_shownTarget.opName()),
        [plane = plane(), window, blockRows, blockColumns](
            core::TaskContext& task) { return plane.loadTile(window, blockRows, blockColumns, task); },
        [this](PlaneTile tile) {
            m_detail = std::make_shared<const PlaneTile>(std::move(tile));
            emit detailLoaded();
        });
}

void DifferenceDocument::setKind(core::DifferenceKind kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    dropPlane();
    emit kindChanged();
    wantPlanes();
}

void DifferenceDocument::setOwnRanges(bool own)
{
    m_hasOwnRanges = own;
    emit rangesChanged();
}

bool DifferenceDocument::isElementOfPair() const
{
    const TensorRef& selected = m_workbench.selection.tensor();
    const bool isAssembled = m_shownHint && m_shownHint->assembly;
    return (m_isElementShared && selected == m_shownTarget)
        || (m_goldenKeepsAxes && !isAssembled && selected == m_shownGolden);
}

void DifferenceDocument::followProbe()
{
    if (!isReady() || !m_target.probe())
        return;
    const ElementIndex index = *m_target.probe();
    m_golden.setProbe(index);
    if (isElementOfPair())
        m_workbench.selection.setElement(index);
    // Where it stands in a part that is chosen, so that the window speaks of one element.
    const auto origins = m_isElementShared ? std::vector<PartOrigin>() : originsOf(index);
    const auto chosen = std::ranges::find(origins, m_workbench.selection.tensor(), &PartOrigin::tensor);
    if (chosen != origins.end())
        m_workbench.selection.setElement(chosen->index);
    const bool isElsewhere = chosen == origins.end() && !origins.empty();
    m_probe.reset();
    emit probeChanged();
    m_target.read<PairProbe>(
        m_probing, Lane::Interactive, tr("Reading an element"),
        [x = m_target.stream(), y = m_golden.stream(), counterparts = m_counterparts, index](
            core::TaskContext&) { return readPairProbe(x, y, counterparts.get(), index); },
        [this, index, isElsewhere](PairProbe probe) {
            m_probe = std::move(probe);
            if (isElementOfPair())
                ProbedValue::of(m_workbench.selection).report(index, m_probe->words(), true);
            else if (isElsewhere)
                ProbedValue::of(m_workbench.selection).reportAssembled(index, m_probe->words());
            emit probeChanged();
        },
        TensorDocument::Scope::Tensor);
}

ValueScale DifferenceDocument::valueScale(bool ofGolden) const
{
    constexpr double kFar = 10; // times the percentiles
    double low = INFINITY, high = -INFINITY, usualLow = INFINITY, usualHigh = -INFINITY;
    for (const TensorDocument* side : {&m_target, &m_golden}) {
        if (m_hasOwnRanges && (side == &m_golden) != ofGolden)
            continue;
        auto& figures = TensorFigures::of(const_cast<TensorDocument&>(*side));
        const auto& whole = figures.statistics(Extent::Tensor);
        if (whole && whole->min && whole->max) {
            low = std::min(low, *whole->min);
            high = std::max(high, *whole->max);
        } else if (!whole && side->planeData() && side->planeData()->extent) {
            low = std::min(low, side->planeData()->extent->first);
            high = std::max(high, side->planeData()->extent->second);
        }
        if (side->planeData() && side->planeData()->percentiles) {
            usualLow = std::min(usualLow, side->planeData()->percentiles->first);
            usualHigh = std::max(usualHigh, side->planeData()->percentiles->second);
        }
    }
    if (usualLow < usualHigh && high / kFar - low / kFar > usualHigh - usualLow)
        return {ScaleKind::Linear, usualLow, usualHigh};
    return {ScaleKind::Linear, low, high};
}

ValueScale DifferenceDocument::differenceScale() const
{
    using Kind = core::DifferenceKind;
    if (m_kind == Kind::Mismatch)
        return {ScaleKind::Linear, 0, 1};
    double largest = 0;
    if (m_errors) {
        const core::PairFold& fold = m_errors->folded.fold;
        largest = m_kind == Kind::Relative ? fold.maxRelative.value
            : m_kind == Kind::Ulp          ? fold.ulpMax
                                           : fold.maxAbsolute.value;
    } else if (m_plane && m_plane->extent) {
        largest = std::max(std::fabs(m_plane->extent->first), std::fabs(m_plane->extent->second));
    }
    if (!std::isfinite(largest))
        largest = std::numeric_limits<double>::max();
    if (largest == 0)
        largest = 1;
    const ScaleKind kind = hasOutliers(largest) ? ScaleKind::SignedLog : ScaleKind::Linear;
    return {kind, m_kind == Kind::Signed ? -largest : 0, largest};
}

/// All but one in a hundred that differ are so much smaller than the largest that they would have no colour.
bool DifferenceDocument::hasOutliers(double largest) const
{
    using Kind = core::DifferenceKind;
    // Distances in representable numbers span many powers of ten.
    constexpr double kManyDecades = 1000, kFar = 30, kMost = 0.99;
    if (m_kind == Kind::Ulp)
        return largest > kManyDecades;
    if (m_kind == Kind::Relative || !m_errors || !m_errors->folded.histogram)
        return false;
    const core::ErrorHistogram& histogram = *m_errors->folded.histogram;
    std::uint64_t all = 0, seen = 0;
    for (const std::uint64_t count : histogram.counts)
        all += count;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        seen += histogram.counts[i];
        if (static_cast<double>(seen) >= kMost * static_cast<double>(all))
            return largest > kFar * std::ldexp(1, histogram.lowest + static_cast<int>(i));
    }
    return false;
}

QByteArray DifferenceDocument::differenceMap() const
{
    using Kind = core::DifferenceKind;
    return m_kind == Kind::Signed ? "tide" : m_kind == Kind::Mismatch ? "mask" : "ember";
}

} // namespace dumpscope::gui
