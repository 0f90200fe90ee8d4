// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_planes.h"

#include "common/core_text.h"
#include "common/numbers.h"
#include "common/widget_changes.h"
#include "difference/difference_bar.h"
#include "tensor/element_text.h"

#include <QEvent>

namespace dumpscope::gui {

DifferencePlanes::DifferencePlanes(DifferenceDocument& document, PlaneStage& stage)
    : QObject(&stage)
    , m_document(document)
    , m_stage(stage)
{
    using Document = DifferenceDocument;
    connect(&document, &Document::planeChanged, this, [this] { m_texts = {}; });
    connect(&document, &Document::planeLoaded, this, &DifferencePlanes::refresh);
    connect(&document, &Document::kindChanged, this, &DifferencePlanes::refresh);
    connect(&document, &Document::detailLoaded, this,
        [this] { m_stage.view(PlaneStage::Difference)->setDetail(m_document.detail()); });
    connect(&document, &Document::rangesChanged, this, &DifferencePlanes::refreshColours);
    // The stage's own: when the panel's changes the stage still has the old one.
    onChange(&stage, {QEvent::PaletteChange}, [this] { refreshColours(); });
    connect(&document, &Document::errorsChanged, this, [this] {
        if (m_document.isReady() && isPictured())
            refreshTitles();
    });
    connect(&document, &Document::probeChanged, this, &DifferencePlanes::refreshProbe);
    connect(&document, &Document::pointedChanged, this, &DifferencePlanes::refreshPointed);
    wire();
}

void DifferencePlanes::wire()
{
    for (int i = 0; i < PlaneStage::PlaneCount; ++i) {
        const auto plane = static_cast<PlaneStage::Plane>(i);
        HeatmapView* const view = m_stage.view(plane);
        view->setCompact(true);
        view->setPaddingWord(differenceWord(core::kNoCounterpart));
        view->installEventFilter(this);
        // Cells of the pair before are not those of the next one.
        connect(view, &HeatmapView::probed, this, [this](std::uint64_t row, std::uint64_t column) {
            if (isPictured())
                m_document.target().setProbeCell(row, column);
        });
        connect(view, &HeatmapView::moved, &m_document.target(), &TensorDocument::moveProbe);
        connect(view, &HeatmapView::hovered, this, [this](std::uint64_t row, std::uint64_t column) {
            if (isPictured())
                m_document.pointCell(row, column);
        });
        if (plane == PlaneStage::Difference) {
            connect(view, &HeatmapView::detailWanted, &m_document, &DifferenceDocument::wantDetail);
            view->setCellText(
                [this](std::uint64_t row, std::uint64_t column) { return differenceText(row, column); });
            continue;
        }
        TensorDocument& side = plane == PlaneStage::Target ? m_document.target() : m_document.golden();
        connect(view, &HeatmapView::detailWanted, &side, &TensorDocument::wantDetail);
        connect(
            &side, &TensorDocument::detailLoaded, this, [view, &side] { view->setDetail(side.detail()); });
        for (const auto changed : {&TensorDocument::planeLoaded, &TensorDocument::planeFailed})
            connect(&side, changed, this, &DifferencePlanes::refresh);
        connect(view, &HeatmapView::textsWanted, this,
            [this, plane](const core::PlaneWindow& window) { loadTexts(plane, window); });
        view->setCellText([this, plane](std::uint64_t row, std::uint64_t column) {
            const auto& texts = m_texts[plane];
            return texts && texts->contains(row, column) ? texts->texts[texts->at(row, column)] : QString();
        });
    }
}

bool DifferencePlanes::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_document.point(std::nullopt);
    return QObject::eventFilter(watched, event);
}

PlaneStage::Plane DifferencePlanes::active() const
{
    for (int i = 0; i < PlaneStage::PlaneCount; ++i) {
        const auto plane = static_cast<PlaneStage::Plane>(i);
        if (m_stage.view(plane)->hasFocus() && m_stage.view(plane)->isVisible())
            return plane;
    }
    for (const auto plane : {m_stage.chosen(), PlaneStage::Difference, PlaneStage::Target}) {
        if (m_stage.view(plane)->isVisible())
            return plane;
    }
    return PlaneStage::Golden;
}

void DifferencePlanes::reveal(const HeatmapView::Cell& cell)
{
    for (int i = 0; i < PlaneStage::PlaneCount; ++i)
        m_stage.view(static_cast<PlaneStage::Plane>(i))->reveal(cell);
}

void DifferencePlanes::refresh()
{
    if (!m_document.isReady())
        return;
    const bool isOther = !isPictured();
    if (isOther && !m_document.hasPictures())
        return;
    m_pictured = m_document.generation();
    // The pictures of the slice before stay until the new ones are there.
    const auto show = [&](PlaneStage::Plane plane, const std::shared_ptr<const PlaneData>& data) {
        if (data || isOther)
            m_stage.view(plane)->setPlane(data);
    };
    show(PlaneStage::Target, m_document.target().planeData());
    show(PlaneStage::Golden, m_document.golden().planeData());
    show(PlaneStage::Difference, m_document.planeData());
    refreshTitles();
    refreshColours();
    refreshProbe();
    if (isOther)
        emit pictured();
}

void DifferencePlanes::clear()
{
    m_pictured.reset();
    for (int i = 0; i < PlaneStage::PlaneCount; ++i)
        m_stage.view(static_cast<PlaneStage::Plane>(i))->setPlane(nullptr);
}

/// How many elements differ, or what the picture of the difference is made of.
QString DifferencePlanes::summary() const
{
    QStringList words;
    if (!m_document.failure().isEmpty())
        words.append(m_document.failure());
    if (const auto& errors = m_document.errors(); errors && words.isEmpty()) {
        const core::PairFold& fold = errors->folded.fold;
        const bool countsMismatches = m_document.kind() == core::DifferenceKind::Mismatch;
        const std::uint64_t differing = countsMismatches
            ? fold.mismatches
            : fold.conflicts + fold.compared - errors->folded.histogram->zero;
        const QString counted = groupedNumber(static_cast<qint64>(differing));
        const QString all = groupedNumber(static_cast<qint64>(fold.count));
        words.append(countsMismatches     ? tr("%1 of %2 elements beyond the limit").arg(counted, all)
                : differing > 0           ? tr("%1 of %2 elements differ").arg(counted, all)
                : fold.differentBits == 0 ? tr("Bit-equal.")
                                          : tr("Equal numbers."));
    }
    if (m_document.planeData() && !m_document.planeData()->overview.isExact()) {
        const PlaneTile& tile = m_document.planeData()->overview;
        words.append(m_document.planeData()->isPreview
                ? tr("Preview: 1 of %1 elements").arg(tile.blockRows * tile.blockColumns)
                : tr("worst of %1 × %2 elements per cell").arg(tile.blockRows).arg(tile.blockColumns));
    }
    return words.join(QStringLiteral(" · "));
}

void DifferencePlanes::refreshTitles()
{
    const auto facts = [](const TensorDocument& side) {
        return fromCore(core::dtypeName(side.dtype())) + QLatin1Char(' ')
            + fromCore(core::shapeText(side.shape()));
    };
    m_stage.setTitle(PlaneStage::Target, tr("Target"), facts(m_document.target()));
    m_stage.setTitle(PlaneStage::Golden, tr("Golden"), facts(m_document.golden()));
    const bool isSigned = m_document.kind() == core::DifferenceKind::Signed;
    m_stage.setTitle(PlaneStage::Difference,
        isSigned ? tr("Target − golden") : DifferenceBar::kindName(m_document.kind()), summary());
}

void DifferencePlanes::refreshColours()
{
    if (!m_document.isReady() || !isPictured())
        return;
    const bool isDark = Theme::of(&m_stage).isDark();
    const ColourMap& map = colourMap(m_document.target().colours().map, isDark);
    m_stage.view(PlaneStage::Target)->setColours(map, m_document.valueScale(false));
    m_stage.view(PlaneStage::Golden)->setColours(map, m_document.valueScale(true));
    m_stage.view(PlaneStage::Difference)
        ->setColours(colourMap(m_document.differenceMap(), isDark), m_document.differenceScale());
}

void DifferencePlanes::refreshProbe()
{
    if (!m_document.isReady() || !isPictured())
        return;
    const auto cell = m_document.target().probeCell();
    const auto& probe = m_document.probe();
    m_stage.view(PlaneStage::Target)->setProbe(cell, probe ? probe->target : QString());
    m_stage.view(PlaneStage::Golden)->setProbe(cell, probe ? probe->golden : QString());
    m_stage.view(PlaneStage::Difference)
        ->setProbe(
            cell, cell && m_document.planeData() ? differenceText(cell->first, cell->second) : QString());
}

void DifferencePlanes::refreshPointed()
{
    const auto& index = m_document.pointed();
    const auto cell = index ? m_document.cellOf(*index) : std::nullopt;
    for (int i = 0; i < PlaneStage::PlaneCount; ++i)
        m_stage.view(static_cast<PlaneStage::Plane>(i))->setPointed(cell);
}

void DifferencePlanes::loadTexts(PlaneStage::Plane plane, const core::PlaneWindow& window)
{
    TensorDocument& side = plane == PlaneStage::Target ? m_document.target() : m_document.golden();
    const auto& texts = m_texts[plane];
    const bool isThere = texts && window.rows > 0 && window.columns > 0
        && texts->contains(window.firstRow, window.firstColumn)
        && texts->contains(window.firstRow + window.rows - 1, window.firstColumn + window.columns - 1);
    if (isThere || !side.isReady() || window.rows * window.columns > 40'000)
        return;
    side.read<CellBlock>(
        m_textLoading[plane], Lane::Interactive, tr("Reading values"),
        [stream = side.stream(), spec = side.plane(), window, ofGolden = plane == PlaneStage::Golden,
            both = m_document.isReady() ? std::optional(m_document.plane()) : std::nullopt](
            core::TaskContext& task) {
            return both ? both->loadSide(ofGolden, window, {}, task)
                        : loadCells(stream, spec, window, {}, nullptr, task.stop);
        },
        [self = QPointer(this), plane](CellBlock block) {
            if (!self)
                return;
            self->m_texts[plane] = std::make_shared<const CellBlock>(std::move(block));
            self->m_stage.view(plane)->update();
        });
}

/// Of a cell whose difference is on screen as it is, not reduced with others.
QString DifferencePlanes::differenceText(std::uint64_t row, std::uint64_t column) const
{
    const auto& detail = m_document.detail();
    const auto& plane = m_document.planeData();
    const PlaneTile* const tile = detail && detail->isExact() ? detail.get()
        : plane && plane->overview.isExact()                  ? &plane->overview
                                                              : nullptr;
    if (!tile || row - tile->window.firstRow >= tile->rows
        || column - tile->window.firstColumn >= tile->columns)
        return {};
    const std::size_t at = tile->at(row - tile->window.firstRow, column - tile->window.firstColumn);
    return tile->flags[at] != 0 ? differenceWord(tile->flags[at]) : valueText(tile->values[at]);
}

} // namespace dumpscope::gui
