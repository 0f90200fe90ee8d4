// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "heatmap/heatmap_view.h"
#include "kit/message_page.h"
#include "tensor/cell_text.h"
#include "tensor/colour_bar.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

using Range = std::optional<std::pair<double, double>>;

/// Least and largest finite value of a window, of its elements and not of what is drawn of them.
core::Result<Range> readRange(const core::ElementStream& stream, const core::PlaneSpec& plane,
    const core::PlaneWindow& window, core::TaskContext& task)
{
    constexpr std::uint64_t kExact = 1U << 22;
    std::vector<double> values;
    if (window.rows <= kExact / window.columns) {
        TRY_ASSIGN(values,
            core::readPlaneWindow(
                stream, plane, window.firstRow, window.rows, window.firstColumn, window.columns));
    } else {
        TRY_ASSIGN(const core::PlaneBlocks blocks,
            core::reducePlaneWindow(
                stream, plane, window, (window.rows + 1023) / 1024, (window.columns + 1023) / 1024, task));
        values.assign(blocks.min.begin(), blocks.min.end());
        values.insert(values.end(), blocks.max.begin(), blocks.max.end());
    }
    TRY_VOID(stream.view().bytes.check());
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty())
        return Range {};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return Range {std::pair(*low, *high)};
}

} // namespace

class HeatmapTab : public TensorTab {
    Q_OBJECT
public:
    explicit HeatmapTab(TensorDocument& document);
    [[nodiscard]] std::optional<core::PlaneWindow> marked() const override { return m_view->region(); }
    [[nodiscard]] bool isSettled() const override;
    bool perform(QByteArrayView action) override;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void wireDocument();
    void wireView();
    void refreshPlane();
    void refreshReduced();
    void refreshColours();
    void refreshProbe();
    void loadTexts(const core::PlaneWindow& window);
    void rangeFromRegion();

    HeatmapView* m_view;
    ColourBar* m_colours;
    QComboBox* m_reduction;
    QLabel* m_reduced;
    QToolButton* m_fromRegion;
    MessagePage* m_failure;
    std::shared_ptr<const CellBlock> m_texts;
    LatestOnly m_textLoading, m_regionReading;
};

HeatmapTab::HeatmapTab(TensorDocument& document)
    : TensorTab(document)
    , m_view(new HeatmapView(this))
{
    setObjectName(QStringLiteral("heatmap"));
    QHBoxLayout* const bar = addViewBar(this);
    QWidget* const parent = bar->parentWidget();
    m_colours = new ColourBar(document, parent);
    bar->addWidget(m_colours);
    m_fromRegion = makeBarButton("limit", tr("Range from the marked region"), parent);
    m_fromRegion->setEnabled(false);
    bar->addWidget(m_fromRegion);
    bar->addStretch(1);
    m_reduced = new QLabel(parent);
    m_reduction = new QComboBox(parent);
    m_reduction->addItems({tr("Mean"), tr("Minimum"), tr("Maximum"), tr("Largest magnitude")});
    m_reduction->setAccessibleName(tr("What a cell of several elements shows"));
    m_reduction->setToolTip(m_reduction->accessibleName());
    bar->addWidget(m_reduced);
    bar->addWidget(m_reduction);
    auto* const fit = makeBarButton("fit", tr("Fit"), parent);
    auto* const fill = makeBarButton("fill", tr("Fill"), parent);
    bar->addWidget(fit);
    bar->addWidget(fill);
    addOutputButtons(bar);
    m_failure = new MessagePage(this);
    m_failure->hide();
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_failure, 1);
    connect(fit, &QToolButton::clicked, m_view, &HeatmapView::fit);
    connect(fill, &QToolButton::clicked, m_view, &HeatmapView::fill);
    connect(m_fromRegion, &QToolButton::clicked, this, &HeatmapTab::rangeFromRegion);
    connect(m_reduction, &QComboBox::activated, this,
        [this](int index) { this->document().setReduction(static_cast<Reduction>(index)); });
    wireDocument();
    wireView();
    refreshPlane();
    onChange(this, {QEvent::PaletteChange}, [this] { refreshColours(); });
}

void HeatmapTab::wireDocument()
{
    TensorDocument& all = document();
    connect(&all, &TensorDocument::planeChanged, this, [this] {
        m_texts.reset();
        if (isVisible())
            document().wantPlane();
    });
    connect(&all, &TensorDocument::stageChanged, this, &HeatmapTab::refreshPlane);
    connect(&all, &TensorDocument::planeLoaded, this, &HeatmapTab::refreshPlane);
    connect(&all, &TensorDocument::planeFailed, this, &HeatmapTab::refreshPlane);
    connect(&all, &TensorDocument::detailLoaded, this, [this] { m_view->setDetail(document().detail()); });
    connect(&all, &TensorDocument::coloursChanged, this, &HeatmapTab::refreshColours);
    connect(&all, &TensorDocument::probeChanged, this, &HeatmapTab::refreshProbe);
    connect(&all, &TensorDocument::probeFactsChanged, this, &HeatmapTab::refreshProbe);
}

void HeatmapTab::wireView()
{
    connect(m_view, &HeatmapView::probed, &document(), &TensorDocument::setProbeCell);
    connect(m_view, &HeatmapView::moved, &document(), &TensorDocument::moveProbe);
    connect(m_view, &HeatmapView::detailWanted, &document(), &TensorDocument::wantDetail);
    connect(m_view, &HeatmapView::textsWanted, this, &HeatmapTab::loadTexts);
    connect(m_view, &HeatmapView::regionChanged, this,
        [this] { m_fromRegion->setEnabled(m_view->region().has_value()); });
    m_view->setCellText([this](std::uint64_t row, std::uint64_t column) {
        return m_texts && m_texts->contains(row, column) ? m_texts->texts[m_texts->at(row, column)]
                                                         : QString();
    });
}

bool HeatmapTab::isSettled() const
{
    const auto& plane = document().planeData();
    return !document().isReady() || !document().hasValues() || (plane && !plane->isPreview)
        || !document().planeFailure().isEmpty();
}

void HeatmapTab::refreshPlane()
{
    const bool isFailed = document().isReady() && !document().planeFailure().isEmpty();
    const bool hasPicture = document().isReady() && document().planeData();
    m_failure->setVisible(isFailed);
    m_failure->setMaximumHeight(hasPicture ? 2 * fontMetrics().height() : QWIDGETSIZE_MAX);
    m_view->setVisible(!isFailed || hasPicture);
    if (isFailed)
        m_failure->show(document().planeFailure(), tr("Read again"), [this] {
            document().retryPlane();
            refreshPlane();
        });
    // The picture of the slice before stays until the new one is there.
    if (!document().isReady() || !document().hasValues()) {
        m_view->setPlane(nullptr);
        return;
    }
    const core::PlaneSpec& plane = document().plane();
    const bool isLine = plane.rowAxis == plane.columnAxis;
    m_view->setAxisTitles(
        isLine ? QString() : document().axisTitle(plane.rowAxis), document().axisTitle(plane.columnAxis));
    if (document().planeData()) {
        m_view->setPlane(document().planeData());
        refreshReduced();
    }
    refreshColours();
    refreshProbe();
}

/// In a narrow tab the numbers of the range need the room; the tip of the choice says how many elements share
/// a cell.
void HeatmapTab::refreshReduced()
{
    constexpr int kNarrow = 700;
    if (!document().planeData())
        return;
    const PlaneTile& tile = document().planeData()->overview;
    const bool isPreview = document().planeData()->isPreview;
    const bool isNarrow = width() < scaled(kNarrow);
    m_reduced->setText(isPreview
            ? tr("Preview: 1 of %1 elements").arg(tile.blockRows * tile.blockColumns)
            : tr("%1 × %2 elements per cell").arg(tile.blockRows).arg(tile.blockColumns));
    m_reduced->setVisible(!tile.isExact() && (isPreview || !isNarrow));
    m_reduction->setVisible(!tile.isExact() && !isPreview);
    m_reduction->setToolTip(m_reduction->accessibleName() + u'\n' + m_reduced->text());
}

void HeatmapTab::resizeEvent(QResizeEvent* event)
{
    TensorTab::resizeEvent(event);
    refreshReduced();
}

void HeatmapTab::refreshColours()
{
    m_view->setColours(colourMap(document().colours().map, Theme::of(this).isDark()), document().scale());
}

void HeatmapTab::refreshProbe()
{
    const auto& facts = document().probeFacts();
    m_view->setProbe(document().probeCell(), facts ? facts->value : QString());
}

void HeatmapTab::loadTexts(const core::PlaneWindow& window)
{
    const bool isThere = m_texts && window.rows > 0 && window.columns > 0
        && m_texts->contains(window.firstRow, window.firstColumn)
        && m_texts->contains(window.firstRow + window.rows - 1, window.firstColumn + window.columns - 1);
    if (isThere || !document().isReady() || window.rows * window.columns > 40'000)
        return;
    document().read<CellBlock>(
        m_textLoading, Lane::Interactive, tr("Reading values"),
        [stream = document().stream(), plane = document().plane(), window, padding = document().padding()](
            core::TaskContext& task) {
            return loadCells(stream, plane, window, {}, padding.get(), task.stop);
        },
        [this](CellBlock block) {
            m_texts = std::make_shared<const CellBlock>(std::move(block));
            m_view->update();
        });
}

void HeatmapTab::rangeFromRegion()
{
    const auto region = m_view->region();
    if (!region || !document().isReady())
        return;
    document().read<Range>(
        m_regionReading, Lane::Interactive, tr("Reading the region"),
        [stream = document().stream(), plane = document().plane(), region = *region](
            core::TaskContext& task) { return readRange(stream, plane, region, task); },
        [this](const Range& range) {
            if (!range) {
                emit document().noticed(tr("No finite element in the region."));
                return;
            }
            ColourChoice colours = document().colours();
            colours.isAutomatic = colours.isSymmetric = false;
            std::tie(colours.low, colours.high) = *range;
            document().setColours(colours);
        });
}

void HeatmapTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    document().wantPlane();
    refreshPlane();
}

bool HeatmapTab::perform(QByteArrayView action)
{
    if (action == "plane.zoom_in")
        m_view->zoomBy(1.5);
    else if (action == "plane.zoom_out")
        m_view->zoomBy(1 / 1.5);
    else if (action == "plane.fit")
        m_view->fit();
    else if (action == "plane.fill")
        m_view->fill();
    else if (action == "plane.one_to_one")
        m_view->oneToOne();
    else if (action == "plane.range_auto")
        m_colours->makeAutomatic();
    else if (action == "plane.range_symmetric")
        m_colours->toggleSymmetric();
    else if (action == "plane.log_scale")
        m_colours->nextScale();
    else if (action == "edit.select_all" && m_view->plane())
        m_view->setRegion(core::PlaneWindow {0, 0, m_view->plane()->rows, m_view->plane()->columns});
    else
        return false;
    return true;
}

void register_heatmap_tab(TensorTabRegistry& registry)
{
    registry.add({"heatmap", QT_TRANSLATE_NOOP("TensorTabs", "Heatmap"), "heat", 20,
        [](const TensorDocument& document) { return document.hasValues() ? 50 : 0; },
        [](TensorDocument& document) -> TensorTab* { return new HeatmapTab(document); }});
}

} // namespace dumpscope::gui

#include "heatmap_tab.moc"
