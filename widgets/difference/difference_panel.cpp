// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/name_elision.h"
#include "common/numbers.h"
#include "comparison/comparison_command.h"
#include "difference/difference_document.h"
#include "difference/error_histogram_plot.h"
#include "difference/error_scatter_plot.h"
#include "difference/plane_stage.h"
#include "difference/worst_element_model.h"
#include "tensor/cell_text.h"
#include "tensor/fact_table.h"
#include "tensor/slice_bar.h"
#include "tensor/statistic_facts.h"
#include "tensor/tensor_tab.h"
#include "views/message_page.h"
#include "views/panel.h"
#include "views/simple_table.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

using Kind = core::DifferenceKind;
constexpr int kKinds = 5;

QToolButton* makeChoice(QWidget* parent)
{
    auto* const button = new QToolButton(parent);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

/// Target, golden and their difference of the chosen pair, down to the element.
class DifferencePanel : public Panel {
    Q_OBJECT
public:
    explicit DifferencePanel(Workbench& workbench);
    /// What is shown asks the document until it is gone, so it goes first.
    ~DifferencePanel() override { qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)); }

    [[nodiscard]] QString title() const override { return tr("Difference"); }
    [[nodiscard]] QJsonObject saveView() const override;
    void restoreView(const QJsonObject& saved) override;
    [[nodiscard]] bool isSettled() const override { return m_document.isSettled(); }
    bool showTab(const QString& title) override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Tab : std::uint8_t { Planes, Worst, Histogram, Scatter, Statistics, TabCount };

    void build();
    void buildBar();
    void wire();
    void wireViews();
    void registerActions();
    void retranslate();
    void refreshStage();
    void refreshPlanes();
    void refreshTitles();
    void refreshColours();
    void refreshProbe();
    void refreshErrors();
    void refreshStatistics();
    void refreshBar();
    void retitle();
    void placeParts();
    void jump(int row);
    void loadTexts(PlaneStage::Plane side, const core::PlaneWindow& window);
    [[nodiscard]] QString differenceText(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString kindName(Kind kind) const;

    Workbench& m_workbench;
    DifferenceDocument m_document;
    QTabBar* m_tabs;
    QLabel *m_name, *m_alignment, *m_probe;
    SliceBar* m_slices;
    QWidget* m_bar;
    QButtonGroup* m_kinds;
    QComboBox* m_range;
    QToolButton *m_linked, *m_swipe, *m_blink;
    std::array<QToolButton*, PlaneStage::PlaneCount> m_chosen;
    PlaneStage* m_stage;
    WorstElementModel* m_worstModel;
    QWidget *m_worstBox, *m_errorBox;
    QLabel *m_worstTitle, *m_worstHint, *m_errorTitle;
    SimpleTable* m_worst;
    ErrorHistogramPlot* m_errors;
    ErrorScatterPlot* m_scatter;
    FactTable *m_targetFacts, *m_goldenFacts, *m_pairFacts;
    MessagePage* m_message;
    QSplitter *m_split, *m_below;
    QStackedWidget* m_pages;
    QWidget *m_planesPage, *m_statisticsPage, *m_worstPage, *m_histogramPage;
    std::array<std::shared_ptr<const CellBlock>, 2> m_texts;
    std::array<LatestOnly, 2> m_textLoading;
};

DifferencePanel::DifferencePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_document(workbench)
{
    setMinimumSize(scaled(320), scaled(200));
    build();
    wire();
    wireViews();
    registerActions();
    retranslate();
    refreshStage();
}

void DifferencePanel::build()
{
    m_tabs = new QTabBar(this);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    static constexpr std::array kIcons {"heat", "warn", "hist", "profile", "stats"};
    for (const char* name : kIcons)
        m_tabs->addTab(icon(name), {});
    m_name = new QLabel(this);
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_slices = new SliceBar(m_document.target(), this);
    buildBar();
    m_stage = new PlaneStage(this);
    m_probe = new QLabel(this);
    m_probe->setFont(monospaceFont());
    m_probe->setContentsMargins(kLarge, kTiny, kLarge, kTiny);
    m_probe->setTextInteractionFlags(Qt::TextSelectableByMouse);

    m_worstModel = new WorstElementModel(this);
    m_worst = new SimpleTable(this);
    m_worst->setRows(m_worstModel, WorstElementModel::Index);
    m_worst->setSelectionMode(QAbstractItemView::SingleSelection);
    m_worstTitle = new QLabel(this);
    QFont bold = m_worstTitle->font();
    bold.setBold(true);
    m_worstTitle->setFont(bold);
    m_worstHint = new QLabel(this);
    m_worstHint->setForegroundRole(QPalette::PlaceholderText);
    m_errorTitle = new QLabel(this);
    m_errorTitle->setFont(bold);
    m_errors = new ErrorHistogramPlot(this);
    const auto box = [this](QLabel* title, QLabel* hint, QWidget* body) {
        auto* const widget = new QWidget(this);
        auto* const column = new QVBoxLayout(widget);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(kTiny);
        auto* const line = new QHBoxLayout;
        line->setContentsMargins(kLarge, kSmall, kLarge, 0);
        line->addWidget(title);
        line->addStretch(1);
        if (hint)
            line->addWidget(hint);
        column->addLayout(line);
        column->addWidget(body, 1);
        return widget;
    };
    m_worstBox = box(m_worstTitle, m_worstHint, m_worst);
    m_errorBox = box(m_errorTitle, nullptr, m_errors);
    m_below = new QSplitter(this);
    m_split = new QSplitter(Qt::Vertical, this);
    m_split->addWidget(m_stage);
    m_split->addWidget(m_below);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setChildrenCollapsible(false);
    m_planesPage = new QWidget(this);
    auto* const planes = new QVBoxLayout(m_planesPage);
    planes->setContentsMargins(0, 0, 0, 0);
    planes->setSpacing(0);
    planes->addWidget(m_split, 1);
    planes->addWidget(m_probe);
    const auto page = [this] {
        auto* const widget = new QWidget(this);
        (new QVBoxLayout(widget))->setContentsMargins(0, 0, 0, 0);
        return widget;
    };
    m_worstPage = page();
    m_histogramPage = page();
    m_statisticsPage = new QWidget(this);
    m_targetFacts = new FactTable({}, {}, m_statisticsPage);
    m_goldenFacts = new FactTable({}, {}, m_statisticsPage);
    m_pairFacts = new FactTable({}, {}, m_statisticsPage);
    layOutFactTables(m_statisticsPage, {m_targetFacts, m_goldenFacts, m_pairFacts});
    m_scatter = new ErrorScatterPlot(this);
    m_message = new MessagePage(this);
    m_pages = new QStackedWidget(this);
    for (QWidget* one : std::initializer_list<QWidget*> {
             m_planesPage, m_worstPage, m_histogramPage, m_scatter, m_statisticsPage})
        m_pages->addWidget(one);
    m_pages->addWidget(m_message);

    auto* const top = new QHBoxLayout;
    top->setContentsMargins(0, 0, kLarge, 0);
    top->addWidget(m_tabs);
    top->addWidget(m_name, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_slices);
    column->addWidget(m_bar);
    column->addWidget(m_pages, 1);
}

void DifferencePanel::buildBar()
{
    m_bar = new QWidget(this);
    m_bar->setMinimumHeight(scaled(32));
    m_bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* const row = new QHBoxLayout(m_bar);
    row->setContentsMargins(kLarge, kTiny, kLarge, kTiny);
    row->setSpacing(kMedium);
    m_kinds = new QButtonGroup(this);
    for (int kind = 0; kind < kKinds; ++kind) {
        QToolButton* const button = makeChoice(m_bar);
        m_kinds->addButton(button, kind);
        row->addWidget(button);
    }
    m_kinds->button(0)->setChecked(true);
    m_range = new QComboBox(m_bar);
    m_range->addItems({QString(), QString()});
    row->addWidget(m_range);
    for (auto& button : m_chosen) {
        button = makeChoice(m_bar);
        row->addWidget(button);
    }
    m_linked = makeChoice(m_bar);
    m_linked->setIcon(icon("link"));
    m_swipe = makeChoice(m_bar);
    m_swipe->setIcon(icon("swipe"));
    m_blink = makeChoice(m_bar);
    m_blink->setIcon(icon("blink"));
    for (QToolButton* button : {m_linked, m_swipe, m_blink})
        row->addWidget(button);
    row->addStretch(1);
    m_alignment = new QLabel(m_bar);
    m_alignment->setForegroundRole(QPalette::PlaceholderText);
    m_alignment->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_alignment->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_alignment, 2);
}

void DifferencePanel::wire()
{
    using Document = DifferenceDocument;
    connect(&m_document, &Document::stageChanged, this, &DifferencePanel::refreshStage);
    connect(&m_document, &Document::planeChanged, this, [this] {
        m_texts = {};
        if (isVisible())
            m_document.wantPlanes();
    });
    connect(&m_document, &Document::planeLoaded, this, &DifferencePanel::refreshPlanes);
    connect(&m_document, &Document::detailLoaded, this,
        [this] { m_stage->view(PlaneStage::Difference)->setDetail(m_document.detail()); });
    connect(&m_document, &Document::kindChanged, this, &DifferencePanel::refreshBar);
    connect(&m_document, &Document::errorsChanged, this, &DifferencePanel::refreshErrors);
    connect(&m_document, &Document::rangesChanged, this, [this] {
        refreshColours();
        refreshStatistics();
    });
    connect(&m_document, &Document::probeChanged, this, &DifferencePanel::refreshProbe);
    connect(m_kinds, &QButtonGroup::idClicked, this,
        [this](int kind) { m_document.setKind(static_cast<Kind>(kind)); });
    connect(m_range, &QComboBox::activated, this, [this](int index) { m_document.setOwnRanges(index == 1); });
    for (int i = 0; i < PlaneStage::PlaneCount; ++i)
        connect(m_chosen[static_cast<std::size_t>(i)], &QToolButton::clicked, this,
            [this, i] { m_stage->choose(static_cast<PlaneStage::Plane>(i)); });
    connect(m_linked, &QToolButton::clicked, m_stage, &PlaneStage::setLinked);
    connect(m_swipe, &QToolButton::clicked, this,
        [this](bool on) { m_stage->setMode(on ? PlaneStage::Mode::Swipe : PlaneStage::Mode::Beside); });
    connect(m_blink, &QToolButton::clicked, this,
        [this](bool on) { m_stage->setMode(on ? PlaneStage::Mode::Blink : PlaneStage::Mode::Beside); });
    connect(m_stage, &PlaneStage::modeChanged, this, &DifferencePanel::refreshBar);
    connect(m_stage, &PlaneStage::chosenChanged, this, &DifferencePanel::refreshBar);
    connect(m_tabs, &QTabBar::currentChanged, this, [this] { refreshStage(); });
    connect(m_worst, &QTableView::activated, this, [this](const QModelIndex& index) { jump(index.row()); });
    connect(m_worst, &QTableView::clicked, this, [this](const QModelIndex& index) { jump(index.row()); });
}

void DifferencePanel::wireViews()
{
    for (int i = 0; i < PlaneStage::PlaneCount; ++i) {
        const auto plane = static_cast<PlaneStage::Plane>(i);
        HeatmapView* const view = m_stage->view(plane);
        view->setCompact(true);
        connect(view, &HeatmapView::probed, &m_document.target(), &TensorDocument::setProbeCell);
        connect(view, &HeatmapView::moved, &m_document.target(), &TensorDocument::moveProbe);
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
        connect(&side, &TensorDocument::planeLoaded, this, &DifferencePanel::refreshPlanes);
        connect(view, &HeatmapView::textsWanted, this,
            [this, plane](const core::PlaneWindow& window) { loadTexts(plane, window); });
        view->setCellText([this, plane](std::uint64_t row, std::uint64_t column) {
            const auto& texts = m_texts[plane];
            return texts && texts->contains(row, column) ? texts->texts[texts->at(row, column)] : QString();
        });
    }
}

void DifferencePanel::registerActions()
{
    const auto isReady = [this] { return m_document.isReady(); };
    const auto on = [&](const char* id, std::function<void()> run) {
        m_workbench.actions.handle(id, this, std::move(run), isReady);
    };
    TensorDocument& target = m_document.target();
    on("go.index", [this] { m_slices->editText(); });
    on("go.next_nonfinite", [&target] { target.findNonFinite(true); });
    on("go.previous_nonfinite", [&target] { target.findNonFinite(false); });
    on("plane.next_slice", [&target] { target.stepSlice(1); });
    on("plane.previous_slice", [&target] { target.stepSlice(-1); });
    on("plane.next_axis", [&target] { target.stepAxis(1); });
    on("plane.previous_axis", [&target] { target.stepAxis(-1); });
    on("plane.transpose", [&target] { target.transpose(); });
    on("plane.next_extreme", [this] { jump(m_worst->currentIndex().row() + 1); });
    on("plane.previous_extreme", [this] { jump(m_worst->currentIndex().row() - 1); });
    on("plane.difference_kind", [this] {
        m_document.setKind(static_cast<Kind>((static_cast<int>(m_document.kind()) + 1) % kKinds));
    });
    on("plane.linked", [this] { m_stage->setLinked(!m_stage->isLinked()); });
    on("plane.swipe", [this] { m_swipe->click(); });
    on("plane.blink", [this] { m_blink->click(); });
    on("plane.show_target", [this] { m_stage->choose(PlaneStage::Target); });
    on("plane.show_golden", [this] { m_stage->choose(PlaneStage::Golden); });
    on("plane.show_difference", [this] { m_stage->choose(PlaneStage::Difference); });
    on("plane.range_auto", [this] { m_document.setOwnRanges(!m_document.hasOwnRanges()); });
    // Zooming one zooms all that are linked.
    const auto zoom = [this] {
        for (const auto plane : {m_stage->chosen(), PlaneStage::Difference, PlaneStage::Target}) {
            if (m_stage->view(plane)->isVisible())
                return m_stage->view(plane);
        }
        return m_stage->view(PlaneStage::Golden);
    };
    on("plane.zoom_in", [zoom] { zoom()->zoomBy(1.5); });
    on("plane.zoom_out", [zoom] { zoom()->zoomBy(1 / 1.5); });
    on("plane.fit", [zoom] { zoom()->fit(); });
    on("plane.one_to_one", [zoom] { zoom()->oneToOne(); });
}

QString DifferencePanel::kindName(Kind kind) const
{
    switch (kind) {
    case Kind::Signed:
        return tr("Signed");
    case Kind::Absolute:
        return tr("Absolute");
    case Kind::Relative:
        return tr("Relative");
    case Kind::Ulp:
        return QStringLiteral("ULP");
    case Kind::Mismatch:
        break;
    }
    return tr("Mismatch");
}

void DifferencePanel::retranslate()
{
    m_tabs->setAccessibleName(tr("Ways to look at the pair"));
    m_tabs->setTabText(Planes, tr("Difference"));
    m_tabs->setTabText(Worst, tr("Worst elements"));
    m_tabs->setTabText(Histogram, tr("Histogram"));
    m_tabs->setTabText(Scatter, tr("Error against magnitude"));
    m_tabs->setTabText(Statistics, tr("Statistics"));
    for (int kind = 0; kind < kKinds; ++kind)
        m_kinds->button(kind)->setText(kindName(static_cast<Kind>(kind)));
    m_kinds->button(0)->setToolTip(tr("target − golden, centred at zero"));
    m_kinds->button(1)->setToolTip(tr("|target − golden|"));
    m_kinds->button(2)->setToolTip(tr("|target − golden| / |golden|"));
    m_kinds->button(3)->setToolTip(tr("Representable numbers between the two, of the coarser type"));
    m_kinds->button(4)->setToolTip(tr("Where |target − golden| > 1e-8 + 1e-5·|golden|"));
    m_range->setItemText(0, tr("One range for both"));
    m_range->setItemText(1, tr("Own ranges"));
    m_range->setAccessibleName(tr("Range of the colours of target and golden"));
    m_linked->setText(tr("Linked"));
    m_linked->setToolTip(tr("Zoom and move all pictures together"));
    m_swipe->setText(tr("Swipe"));
    m_swipe->setToolTip(tr("Target and golden in one place, with a line to drag between them"));
    m_blink->setText(tr("Blink"));
    m_blink->setToolTip(tr("Target and golden in turn in one place"));
    m_chosen[PlaneStage::Target]->setText(QStringLiteral("T"));
    m_chosen[PlaneStage::Golden]->setText(QStringLiteral("G"));
    m_chosen[PlaneStage::Difference]->setText(QStringLiteral("Δ"));
    m_chosen[PlaneStage::Target]->setToolTip(tr("Show the target"));
    m_chosen[PlaneStage::Golden]->setToolTip(tr("Show the golden"));
    m_chosen[PlaneStage::Difference]->setToolTip(tr("Show the difference"));
    for (QToolButton* button : m_chosen)
        button->setAccessibleName(button->toolTip());
    m_worstTitle->setText(tr("Worst elements"));
    m_worstHint->setText(tr("Enter jumps to the element in all three views"));
    m_worst->setAccessibleName(tr("Worst elements"));
    m_errorTitle->setText(tr("Errors"));
    refreshStage();
    refreshBar();
    emit titleChanged();
}

void DifferencePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        auto* const slices = new SliceBar(m_document.target(), this);
        delete layout()->replaceWidget(m_slices, slices);
        delete std::exchange(m_slices, slices);
        retranslate();
    }
    if (event->type() == QEvent::PaletteChange)
        refreshColours();
    Panel::changeEvent(event);
}

void DifferencePanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    m_document.wantPlanes();
    refreshStage();
}

void DifferencePanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    placeParts();
    retitle();
    refreshBar();
}

/// Worst elements and errors stand below the pictures where there is room, else in tabs of their own.
void DifferencePanel::placeParts()
{
    const bool isLow = height() < scaled(430);
    const auto give = [](QWidget* part, QWidget* page) {
        if (part->parentWidget() != page) {
            page->layout()->addWidget(part);
            part->show();
        }
    };
    if (isLow || m_tabs->currentIndex() == Worst || m_stage->isNarrow())
        give(m_worstBox, m_worstPage);
    else if (m_worstBox->parentWidget() != m_below)
        m_below->insertWidget(0, m_worstBox);
    if (isLow || m_tabs->currentIndex() == Histogram || m_stage->isNarrow())
        give(m_errorBox, m_histogramPage);
    else if (m_errorBox->parentWidget() != m_below) {
        m_below->addWidget(m_errorBox);
        m_below->setStretchFactor(0, 64);
        m_below->setStretchFactor(1, 36);
    }
    m_below->setVisible(m_below->count() > 0);
}

void DifferencePanel::refreshStage()
{
    const bool isReady = m_document.isReady();
    placeParts();
    m_tabs->setVisible(m_document.stage() != DifferenceDocument::Stage::Empty);
    m_slices->setVisible(isReady);
    m_bar->setVisible(isReady && m_tabs->currentIndex() == Planes);
    retitle();
    if (m_document.stage() == DifferenceDocument::Stage::Loading)
        return; // the pair before stays in sight
    if (!isReady) {
        m_message->show(m_document.message(), {});
        m_pages->setCurrentWidget(m_message);
        return;
    }
    m_pages->setCurrentIndex(m_tabs->currentIndex());
    const QString alignment
        = m_document.alignment().isEmpty() ? QString() : tr("Aligned: %1.").arg(m_document.alignment());
    m_alignment->setText(alignment);
    m_alignment->setToolTip(alignment);
    if (isVisible())
        m_document.wantPlanes();
    refreshPlanes();
    refreshErrors();
    refreshProbe();
    m_workbench.actions.refresh();
    emit commandLineChanged();
}

void DifferencePanel::refreshPlanes()
{
    if (!m_document.isReady())
        return;
    // The pictures of the slice before stay until the new ones are there.
    if (m_document.target().planeData())
        m_stage->view(PlaneStage::Target)->setPlane(m_document.target().planeData());
    if (m_document.golden().planeData())
        m_stage->view(PlaneStage::Golden)->setPlane(m_document.golden().planeData());
    if (m_document.planeData())
        m_stage->view(PlaneStage::Difference)->setPlane(m_document.planeData());
    refreshTitles();
    refreshColours();
    refreshProbe();
}

void DifferencePanel::refreshTitles()
{
    const auto facts = [](const TensorDocument& side) {
        return fromCore(core::dtypeName(side.dtype())) + QLatin1Char(' ')
            + fromCore(core::shapeText(side.shape()));
    };
    m_stage->setTitle(PlaneStage::Target, tr("Target"), facts(m_document.target()));
    m_stage->setTitle(PlaneStage::Golden, tr("Golden"), facts(m_document.golden()));
    QString words = m_document.failure();
    if (const auto& errors = m_document.errors(); errors && words.isEmpty()) {
        const core::PairFold& fold = errors->folded.fold;
        const std::uint64_t differing = fold.conflicts + fold.compared - errors->folded.histogram->zero;
        words = differing == 0 ? (fold.differentBits == 0 ? tr("Bit-equal.") : tr("Equal numbers."))
                               : tr("%1 of %2 elements differ")
                                     .arg(groupedNumber(static_cast<qint64>(differing)),
                                         groupedNumber(static_cast<qint64>(fold.count)));
    }
    if (m_document.planeData() && !m_document.planeData()->overview.isExact()) {
        const PlaneTile& tile = m_document.planeData()->overview;
        words += (words.isEmpty() ? QString() : QStringLiteral(" · "))
            + (m_document.planeData()->isPreview
                    ? tr("Preview: 1 of %1 elements").arg(tile.blockRows * tile.blockColumns)
                    : tr("worst of %1 × %2 a cell").arg(tile.blockRows).arg(tile.blockColumns));
    }
    const bool isSigned = m_document.kind() == Kind::Signed;
    m_stage->setTitle(
        PlaneStage::Difference, isSigned ? tr("Target − golden") : kindName(m_document.kind()), words);
}

void DifferencePanel::refreshColours()
{
    if (!m_document.isReady())
        return;
    const bool isDark = Theme::of(this).isDark();
    const QByteArray& map = m_document.target().colours().map;
    m_stage->view(PlaneStage::Target)->setColours(colourMap(map, isDark), m_document.valueScale(false));
    m_stage->view(PlaneStage::Golden)->setColours(colourMap(map, isDark), m_document.valueScale(true));
    m_stage->view(PlaneStage::Difference)
        ->setColours(colourMap(m_document.differenceMap(), isDark), m_document.differenceScale());
}

void DifferencePanel::refreshProbe()
{
    if (!m_document.isReady())
        return;
    const auto cell = m_document.target().probeCell();
    const auto& probe = m_document.probe();
    m_stage->view(PlaneStage::Target)->setProbe(cell, probe ? probe->target : QString());
    m_stage->view(PlaneStage::Golden)->setProbe(cell, probe ? probe->golden : QString());
    m_stage->view(PlaneStage::Difference)
        ->setProbe(
            cell, cell && m_document.planeData() ? differenceText(cell->first, cell->second) : QString());
    if (!probe || !m_document.target().probe())
        return;
    const QString text = QStringLiteral("%1  T %2  G %3  Δ %4  ULP %5")
                             .arg(indexText(*m_document.target().probe()), probe->target, probe->golden,
                                 probe->difference, probe->ulp);
    m_probe->setText(text);
    m_probe->setAccessibleName(text);
    const int row = m_worstModel->rowOf(*m_document.target().probe());
    if (row >= 0 && m_worst->currentIndex().row() != row)
        m_worst->selectRow(row);
}

void DifferencePanel::refreshErrors()
{
    const auto& errors = m_document.errors();
    m_worstModel->setErrors(errors);
    m_scatter->setErrors(errors);
    m_errors->setHistogram(errors ? errors->folded.histogram : std::nullopt);
    if (m_document.isReady())
        refreshTitles();
    refreshStatistics();
    if (!errors || errors->worst.empty())
        return;
    m_worst->resizeColumnsToContents();
    // The worst thing first, unless somebody looks at an element already.
    if (m_document.isReady()
        && m_workbench.selection.element() == ElementIndex(errors->worst[0].index.size(), 0))
        jump(0);
    refreshProbe();
}

void DifferencePanel::refreshStatistics()
{
    if (!m_document.isReady())
        return;
    const auto fill = [this](FactTable* table, TensorDocument& side, const QString& title) {
        table->setTitle(title, fromCore(core::dtypeName(side.dtype())));
        const auto& whole = TensorFigures::of(side).statistics(Extent::Tensor);
        table->setFacts(whole ? statisticFacts(*whole, true) : QList<FactTable::Fact>());
    };
    fill(m_targetFacts, m_document.target(), tr("Target"));
    fill(m_goldenFacts, m_document.golden(), tr("Golden"));
    m_pairFacts->setTitle(tr("Difference"), {});
    QList<FactTable::Fact> facts;
    if (const auto& errors = m_document.errors()) {
        const core::PairFold& fold = errors->folded.fold;
        const auto count = [&](const char* name, std::uint64_t number, bool isAlarming = false) {
            facts.append({QString::fromLatin1(name), QString::number(number), isAlarming && number > 0});
        };
        const auto value = [&](const char* name, double number) {
            facts.append({QString::fromLatin1(name), fromCore(core::numberText(number))});
        };
        count("compared", fold.compared);
        count("conflicts", fold.conflicts, true);
        count("mismatches", fold.mismatches, true);
        count("different_bits", fold.differentBits);
        value("max_abs", fold.maxAbsolute.value);
        value("max_rel", fold.maxRelative.value);
        value("ulp_max", fold.ulpMax);
        value("sum_abs", fold.sums.linear(fold.sums.absolute));
    }
    m_pairFacts->setFacts(facts);
}

void DifferencePanel::refreshBar()
{
    m_kinds->button(static_cast<int>(m_document.kind()))->setChecked(true);
    m_linked->setChecked(m_stage->isLinked());
    m_swipe->setChecked(m_stage->mode() == PlaneStage::Mode::Swipe);
    m_blink->setChecked(m_stage->mode() == PlaneStage::Mode::Blink);
    m_range->setCurrentIndex(m_document.hasOwnRanges() ? 1 : 0);
    const bool isNarrow = m_stage->isNarrow();
    for (int i = 0; i < PlaneStage::PlaneCount; ++i) {
        QToolButton* const button = m_chosen[static_cast<std::size_t>(i)];
        button->setVisible(isNarrow);
        button->setChecked(m_stage->chosen() == i);
    }
    m_range->setVisible(!isNarrow);
    m_linked->setVisible(!isNarrow);
    const bool hasTexts = width() >= scaled(820);
    for (QToolButton* button : {m_linked, m_swipe, m_blink})
        button->setToolButtonStyle(hasTexts ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    if (m_document.isReady())
        refreshPlanes();
}

void DifferencePanel::retitle()
{
    const TensorRef& tensor = m_document.target().tensor();
    if (m_document.stage() == DifferenceDocument::Stage::Empty || !tensor.isValid()) {
        m_name->clear();
        return;
    }
    const core::TensorRow& row = tensor.row();
    QString tail = fromCore(core::ioWord(row.io));
    if (row.slot >= 0)
        tail += QLatin1Char(' ') + QString::number(row.slot);
    const int room = m_name->width() - m_name->fontMetrics().horizontalAdvance(tail) - kVast;
    m_name->setText(
        elidedName(tensor.opName(), m_name->fontMetrics(), std::max(40, room)) + QStringLiteral("  ") + tail);
    m_name->setToolTip(tensor.opName() + QLatin1Char('\n') + tensor.tensorId());
}

void DifferencePanel::jump(int row)
{
    if (row < 0 || row >= m_worstModel->rowCount() || !m_document.isReady())
        return;
    m_worst->selectRow(row);
    m_document.target().setProbe(m_worstModel->at(row).index);
    if (const auto cell = m_document.target().probeCell()) {
        for (int i = 0; i < PlaneStage::PlaneCount; ++i)
            m_stage->view(static_cast<PlaneStage::Plane>(i))->reveal(*cell);
    }
}

void DifferencePanel::loadTexts(PlaneStage::Plane plane, const core::PlaneWindow& window)
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
        [stream = side.stream(), spec = side.plane(), window](
            core::TaskContext& task) { return loadCells(stream, spec, window, {}, nullptr, task.stop); },
        [this, plane](CellBlock block) {
            m_texts[plane] = std::make_shared<const CellBlock>(std::move(block));
            m_stage->view(plane)->update();
        });
}

/// Of a cell whose difference is on screen as it is, not reduced with others.
QString DifferencePanel::differenceText(std::uint64_t row, std::uint64_t column) const
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

bool DifferencePanel::showTab(const QString& title)
{
    static const QStringList kNames {QStringLiteral("difference"), QStringLiteral("worst elements"),
        QStringLiteral("error histogram"), QStringLiteral("error against magnitude"),
        QStringLiteral("difference statistics")};
    const auto at = kNames.indexOf(title);
    if (at < 0)
        return false;
    m_tabs->setCurrentIndex(static_cast<int>(at));
    return true;
}

QJsonObject DifferencePanel::saveView() const
{
    return {{QStringLiteral("kind"), static_cast<int>(m_document.kind())},
        {QStringLiteral("own_ranges"), m_document.hasOwnRanges()},
        {QStringLiteral("tab"), m_tabs->currentIndex()}, {QStringLiteral("linked"), m_stage->isLinked()}};
}

void DifferencePanel::restoreView(const QJsonObject& saved)
{
    m_document.setKind(static_cast<Kind>(std::clamp(saved[QStringLiteral("kind")].toInt(), 0, kKinds - 1)));
    m_document.setOwnRanges(saved[QStringLiteral("own_ranges")].toBool());
    m_tabs->setCurrentIndex(std::clamp(saved[QStringLiteral("tab")].toInt(), 0, TabCount - 1));
    m_stage->setLinked(saved[QStringLiteral("linked")].toBool(true));
    refreshBar();
}

} // namespace

void register_difference_panel(PanelRegistry& registry)
{
    registry.add({"difference", "heat",
        [](Workbench& workbench) -> Panel* { return new DifferencePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "difference_panel.moc"
