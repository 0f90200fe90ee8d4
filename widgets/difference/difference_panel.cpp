// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/verdict_words.h"
#include "difference/assembly_bar.h"
#include "difference/difference_actions.h"
#include "difference/difference_bar.h"
#include "difference/difference_document.h"
#include "difference/difference_planes.h"
#include "difference/difference_statistics.h"
#include "difference/error_histogram_plot.h"
#include "difference/error_scatter_plot.h"
#include "difference/pair_grid.h"
#include "difference/plane_stage.h"
#include "difference/recorded_pair_page.h"
#include "difference/worst_elements.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "model/tensor_place.h"
#include "tensor/slice_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>

namespace dumpscope::gui {

namespace {

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
    [[nodiscard]] QString commandLine() const override { return m_document.commandLine(); }
    [[nodiscard]] CommandGap commandGap() const override
    {
        const ComparisonDocument* const shown = m_workbench.comparisons.current();
        return shown ? commandGapOf(shown->setup()) : CommandGap();
    }
    [[nodiscard]] bool isSettled() const override;
    bool showTab(const QString& title) override;
    [[nodiscard]] QStringList tabNames() const override;
    /// Where an index is typed, while that is there.
    [[nodiscard]] QWidget* filterField() const override
    {
        return m_slices->isVisible() ? m_slices->field() : nullptr;
    }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Tab : std::uint8_t { Planes, Grid, Worst, Histogram, Scatter, Statistics, TabCount };

    void build();
    void buildPages();
    void wire();
    void retranslate();
    void refreshStage();
    void refreshProbe();
    void refreshErrors();
    void refreshBands();
    void retitle();
    void showIcons(int roomForName);
    void placeParts();
    void say(const QString& text);
    [[nodiscard]] DifferenceActions::Front front() const;

    Workbench& m_workbench;
    DifferenceDocument m_document;
    QTabBar* m_tabs;
    QLabel *m_name, *m_probe;
    SliceBar* m_slices;
    PlaneStage* m_stage;
    DifferencePlanes* m_planes;
    DifferenceBar* m_bar;
    AssemblyBar* m_assembly;
    PairGrid* m_grid;
    WorstElements* m_worst;
    QWidget* m_errorBox;
    QLabel* m_errorTitle;
    ErrorHistogramPlot* m_errors;
    ErrorScatterPlot* m_scatter;
    DifferenceStatistics* m_statistics;
    RecordedPairPage* m_recorded;
    MessagePage* m_message;
    QSplitter *m_split, *m_below;
    bool m_isDivided = false; ///< by the user
    bool m_hasPair = false;
    QStackedWidget* m_pages;
    QWidget *m_worstPage, *m_histogramPage;
    DifferenceActions* m_actions = nullptr;
    bool m_wantsWorst = false;          ///< whatever was looked at
    TensorRef m_titled, m_titledGolden; ///< what the name is of
    bool m_keepsElement = false;        ///< a view that was restored is not left for the worst element
};

DifferencePanel::DifferencePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_document(workbench)
{
    setMinimumSize(scaled(320), scaled(200));
    build();
    wire();
    retranslate();
}

void DifferencePanel::build()
{
    m_tabs = new QTabBar(this);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    for (int tab = 0; tab < TabCount; ++tab)
        m_tabs->addTab(QString());
    m_name = new QLabel(this);
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_slices = new SliceBar(m_document.target(), this);
    m_probe = new QLabel(this);
    m_probe->hide();
    m_probe->setFont(monospaceFont());
    m_probe->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    m_probe->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_probe->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    buildPages();
    m_assembly = new AssemblyBar(m_workbench, m_document, this);

    auto* const top = new QHBoxLayout;
    top->setContentsMargins(scaledMargins(0, 0, kLarge, 0));
    top->addWidget(m_tabs);
    top->addWidget(m_name, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_slices);
    column->addWidget(m_bar);
    column->addWidget(m_assembly);
    column->addWidget(m_pages, 1);
    column->addWidget(m_probe);
}

void DifferencePanel::buildPages()
{
    m_pages = new QStackedWidget(this);
    m_split = new QSplitter(Qt::Vertical, m_pages);
    m_stage = new PlaneStage(m_split);
    m_planes = new DifferencePlanes(m_document, *m_stage);
    m_bar = new DifferenceBar(m_document, *m_stage, this);
    m_below = new QSplitter(m_split);
    connect(m_below, &QSplitter::splitterMoved, this, [this] { m_isDivided = true; });
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setChildrenCollapsible(false);
    m_grid = new PairGrid(m_document, m_pages);
    m_worst = new WorstElements(m_document, this);
    m_errorBox = new QWidget(this);
    m_errors = new ErrorHistogramPlot(m_errorBox);
    m_errorTitle = addTitle(m_errorBox, nullptr, m_errors);
    const auto page = [this] {
        auto* const widget = new QWidget(m_pages);
        (new QVBoxLayout(widget))->setContentsMargins(0, 0, 0, 0);
        return widget;
    };
    m_worstPage = page();
    m_histogramPage = page();
    m_scatter = new ErrorScatterPlot(m_pages);
    m_statistics = new DifferenceStatistics(m_document, m_pages);
    m_recorded = new RecordedPairPage(m_workbench, m_pages);
    m_message = new MessagePage(m_pages);
    for (QWidget* one : std::initializer_list<QWidget*> {
             m_split, m_grid, m_worstPage, m_histogramPage, m_scatter, m_statistics, m_recorded, m_message})
        m_pages->addWidget(one);
}

void DifferencePanel::wire()
{
    using Document = DifferenceDocument;
    connect(&m_document, &Document::stageChanged, this, &DifferencePanel::refreshStage);
    connect(&m_document, &Document::planeChanged, this, [this] {
        if (isVisible())
            m_document.wantPlanes();
    });
    connect(&m_document, &Document::errorsChanged, this, &DifferencePanel::refreshErrors);
    connect(&m_document, &Document::rangesChanged, m_statistics, &DifferenceStatistics::refresh);
    connect(&m_document, &Document::probeChanged, this, &DifferencePanel::refreshProbe);
    connect(&m_document, &Document::toleranceChanged, this, &Panel::commandLineChanged);
    connect(m_tabs, &QTabBar::currentChanged, this, &DifferencePanel::refreshStage);
    // Judged anew, the same pair has another verdict.
    const auto follow = [this](ComparisonDocument* comparison) {
        connect(comparison, &ComparisonDocument::pairsReplaced, this, [this] {
            if (m_document.stage() == Document::Stage::Message)
                refreshStage();
        });
    };
    connect(&m_workbench.comparisons, &Comparisons::added, this, follow);
    for (ComparisonDocument* comparison : m_workbench.comparisons.all())
        follow(comparison);
    // The stage gets its width when it is shown first, after its parts were placed.
    connect(
        m_stage, &PlaneStage::narrowChanged, this,
        [this] {
            placeParts();
            m_bar->refresh();
        },
        Qt::QueuedConnection);
    connect(m_planes, &DifferencePlanes::pictured, this, &DifferencePanel::retitle);
    // Not before: the pictures of the pair before are not cut like this one.
    connect(m_planes, &DifferencePlanes::pictured, this, &DifferencePanel::refreshBands);
    connect(&m_document, &Document::planeLoaded, this, &DifferencePanel::refreshBands);
    onChange(m_assembly, {QEvent::PaletteChange}, [this] { refreshBands(); });
    connect(&m_workbench.comparisons, &Comparisons::pairChanged, this, [this] { m_wantsWorst = false; });
    connect(&m_workbench.comparisons, &Comparisons::worstWanted, this, [this] {
        m_wantsWorst = true;
        if (m_document.isReady() && m_document.errors())
            refreshErrors();
    });
    connect(m_worst, &WorstElements::jumped, this, [this] {
        if (const auto cell = m_document.target().probeCell())
            m_planes->reveal(*cell);
    });
    connect(m_bar, &DifferenceBar::gridChanged, this, [this] {
        m_grid->setFormat(m_bar->numberFormat());
        m_grid->setTinted(m_bar->hasTint());
    });
    connect(m_bar, &DifferenceBar::fitWanted, this, [this] { m_stage->view(m_planes->active())->fit(); });
    connect(m_bar, &DifferenceBar::fillWanted, this, [this] { m_stage->view(m_planes->active())->fill(); });
    m_actions = new DifferenceActions(m_workbench,
        {*this, m_document, *m_stage, *m_planes, *m_bar, *m_grid, *m_worst, [this] { return front(); }});
    connect(m_actions, &DifferenceActions::noticed, this, &DifferencePanel::say);
    connect(m_bar, &DifferenceBar::copyWanted, m_actions, [this] { m_actions->copy(false); });
    connect(m_bar, &DifferenceBar::exportWanted, m_actions, &DifferenceActions::askForExport);
    m_workbench.actions.handle(
        "go.index", this,
        [this] {
            if (m_tabs->currentIndex() != Grid)
                m_tabs->setCurrentIndex(Planes);
            m_slices->editText();
        },
        [this] { return m_document.isReady(); });
}

DifferenceActions::Front DifferencePanel::front() const
{
    using Front = DifferenceActions::Front;
    const int tab = m_tabs->currentIndex();
    return tab == Planes ? Front::Planes
        : tab == Grid    ? Front::Grid
        : tab == Worst   ? Front::Worst
                         : Front::Other;
}

/// Until another element is probed.
void DifferencePanel::say(const QString& text)
{
    m_probe->show();
    m_probe->setText(text);
    m_probe->setAccessibleName(text);
    m_probe->setToolTip(text);
}

void DifferencePanel::retranslate()
{
    m_tabs->setAccessibleName(tr("Ways to look at the pair"));
    m_tabs->setTabText(Planes, tr("Difference"));
    m_tabs->setTabText(Grid, tr("Grid"));
    m_tabs->setTabText(Worst, tr("Worst elements"));
    m_tabs->setTabText(Histogram, tr("Histogram"));
    m_tabs->setTabText(Scatter, tr("Error against magnitude"));
    m_tabs->setTabText(Statistics, tr("Statistics"));
    m_errorTitle->setText(tr("Errors"));
    m_bar->retranslate();
    m_assembly->retranslate();
    m_grid->retranslate();
    m_worst->retranslate();
    refreshStage();
    emit titleChanged();
}

void DifferencePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        auto* const slices = new SliceBar(m_document.target(), this);
        delete layout()->replaceWidget(m_slices, slices);
        delete std::exchange(m_slices, slices);
        m_document.retranslate();
        retranslate();
    }
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
    m_bar->refresh();
}

/// Worst elements and errors stand below the pictures where there is room, else in tabs of their own.
void DifferencePanel::placeParts()
{
    const bool isLow = height() < scaled(430) || m_stage->isNarrow();
    const auto give = [](QWidget* part, QWidget* page) {
        if (part->parentWidget() != page) {
            page->layout()->addWidget(part);
            part->show();
        }
    };
    if (isLow || m_tabs->currentIndex() == Worst)
        give(m_worst, m_worstPage);
    else if (m_worst->parentWidget() != m_below)
        m_below->insertWidget(0, m_worst);
    if (isLow || m_tabs->currentIndex() == Histogram)
        give(m_errorBox, m_histogramPage);
    else if (m_errorBox->parentWidget() != m_below) {
        m_below->addWidget(m_errorBox);
        m_isDivided = false;
    }
    // The hints of the parts would cut the table; what was dragged stays.
    if (m_below->count() == 2 && !m_isDivided)
        m_below->setSizes({64 * 100, 36 * 100});
    m_below->setVisible(m_below->count() > 0);
}

void DifferencePanel::refreshStage()
{
    const bool isReady = m_document.isReady();
    const bool isLoading = m_document.stage() == DifferenceDocument::Stage::Loading;
    const int tab = m_tabs->currentIndex();
    placeParts();
    m_tabs->setVisible(m_document.stage() != DifferenceDocument::Stage::Empty);
    // The pair before stays in sight until the next one is read, and so do its bars: nothing jumps.
    m_hasPair = isReady || (isLoading && m_hasPair);
    // The other tabs are about all elements, whatever the slice.
    m_slices->setVisible(m_hasPair && (tab == Planes || tab == Grid));
    m_bar->setVisible(m_hasPair && (tab == Planes || tab == Grid));
    m_bar->showFor(tab == Grid ? DifferenceBar::For::Grid : DifferenceBar::For::Planes);
    retitle();
    if (isLoading)
        return;
    emit commandLineChanged();
    if (!isReady) {
        m_probe->hide();
        m_planes->clear();
        if (m_document.stage() == DifferenceDocument::Stage::Message
            && m_recorded->showPair(m_document.message())) {
            // No other way to look at it would show anything.
            m_tabs->hide();
            m_pages->setCurrentWidget(m_recorded);
            return;
        }
        if (m_document.canTranspose())
            m_message->show(
                m_document.message(), tr("Read golden transposed"), [this] { m_document.readTransposed(); });
        else
            m_message->show(m_document.message(), {});
        m_pages->setCurrentWidget(m_message);
        return;
    }
    m_pages->setCurrentIndex(tab);
    if (isVisible())
        m_document.wantPlanes();
    m_planes->refresh();
    refreshBands();
    refreshErrors();
    refreshProbe();
    m_workbench.actions.refresh();
}

/// The status bar tells of the selection's element and of the cell under the mouse. Aligned tensors have
/// elements of their own: what is probed there is said here.
void DifferencePanel::refreshProbe()
{
    if (!m_document.isReady())
        return m_probe->hide();
    m_worst->followProbe();
    const auto& index = m_document.target().probe();
    const auto& probe = m_document.probe();
    if (m_document.sharesElement() || !probe || !index)
        m_probe->hide();
    else
        say(indexText(*index) + QLatin1Char(' ') + probe->words());
}

void DifferencePanel::refreshErrors()
{
    const auto& errors = m_document.errors();
    m_worst->refresh();
    m_scatter->setErrors(errors);
    m_errors->setHistogram(errors ? errors->folded.histogram : std::nullopt);
    m_statistics->refresh();
    if (!errors || errors->worst.empty() || !m_document.isReady())
        return;
    // The worst thing first, unless somebody looks at an element already.
    const bool opens = m_document.looksAtNone() && !std::exchange(m_keepsElement, false);
    if (std::exchange(m_wantsWorst, false) || opens)
        m_worst->jump(0);
    refreshProbe();
}

void DifferencePanel::refreshBands()
{
    if (!m_planes->isPictured())
        return;
    const PlaneBands bands = m_assembly->bands();
    for (const auto plane : {PlaneStage::Target, PlaneStage::Golden, PlaneStage::Difference})
        m_stage->view(plane)->setBands(bands);
}

/// Tabs go without icons before the name of the tensor is cut within a segment.
void DifferencePanel::showIcons(int roomForName)
{
    static constexpr std::array kIcons {"heat", "tensor", "warn", "hist", "profile", "stats"};
    const int each = m_tabs->iconSize().width() + kMedium;
    const bool hasIcons = !m_tabs->tabIcon(0).isNull();
    const int needed = m_tabs->sizeHint().width() + (hasIcons ? 0 : TabCount * each) + roomForName;
    if (hasIcons == (needed <= width()))
        return;
    for (int tab = 0; tab < TabCount; ++tab)
        m_tabs->setTabIcon(tab, hasIcons ? QIcon() : icon(kIcons[static_cast<std::size_t>(tab)]));
}

void DifferencePanel::retitle()
{
    // What is still seen of the pair before keeps its name.
    const bool isLoading = m_document.stage() == DifferenceDocument::Stage::Loading;
    const bool waits = m_document.isReady() && m_tabs->currentIndex() == Planes && m_planes->showsOther();
    if (!m_hasPair || (!isLoading && !waits) || !m_titled.isValid()) {
        m_titled = m_document.chosenTarget();
        m_titledGolden = m_document.chosenGolden();
    }
    const TensorRef& tensor = m_titled;
    if (m_document.stage() == DifferenceDocument::Stage::Empty || !tensor.isValid()) {
        m_name->clear();
        showIcons(0);
        return;
    }
    const QFontMetrics metrics = m_name->fontMetrics();
    const auto placeOf = [](const TensorRef& one) {
        return QStringLiteral("  ") + coreWords(core::tensorPlace(*one.root->index(), one.id));
    };
    const auto tipOf = [](const TensorRef& one) {
        return shownName(one.opName()) + QLatin1Char('\n') + shownName(one.tensorId());
    };
    // Of two runs that spell their names alike, one name is enough.
    const bool hasTwoNames = m_titledGolden.isValid()
        && (m_titledGolden.opName() != tensor.opName() || placeOf(m_titledGolden) != placeOf(tensor));
    const QString between = hasTwoNames ? QStringLiteral("  ↔  ") : QString();
    QString tails = placeOf(tensor) + between, shortest = elidedName(tensor.opName(), 2);
    if (hasTwoNames) {
        tails += placeOf(m_titledGolden);
        shortest += elidedName(m_titledGolden.opName(), 2);
    }
    showIcons(metrics.horizontalAdvance(shortest + tails) + kVast);
    const int room = width() - m_tabs->sizeHint().width() - metrics.horizontalAdvance(tails) - kVast;
    const auto nameOf = [&](const TensorRef& one) {
        return elidedName(one.opName(), metrics, std::max(40, hasTwoNames ? room / 2 : room)) + placeOf(one);
    };
    m_name->setText(hasTwoNames ? nameOf(tensor) + between + nameOf(m_titledGolden) : nameOf(tensor));
    m_name->setToolTip(hasTwoNames ? tr("Target: %1").arg(tipOf(tensor)) + QLatin1Char('\n')
                + tr("Golden: %1").arg(tipOf(m_titledGolden))
                                   : tipOf(tensor));
}

QStringList DifferencePanel::tabNames() const
{
    static const QStringList names {QStringLiteral("difference"), QStringLiteral("difference grid"),
        QStringLiteral("worst elements"), QStringLiteral("error histogram"),
        QStringLiteral("error against magnitude"), QStringLiteral("difference statistics")};
    return names;
}

bool DifferencePanel::isSettled() const
{
    return m_document.isSettled() && (m_tabs->currentIndex() != Grid || m_grid->gridModel()->isSettled());
}

bool DifferencePanel::showTab(const QString& title)
{
    const auto at = tabNames().indexOf(title);
    if (at < 0)
        return false;
    m_tabs->setCurrentIndex(static_cast<int>(at));
    return true;
}

QJsonObject DifferencePanel::saveView() const
{
    return {{QStringLiteral("kind"), static_cast<int>(m_document.kind())},
        {QStringLiteral("own_ranges"), m_document.hasOwnRanges()},
        {QStringLiteral("tab"), tabNames().value(m_tabs->currentIndex())},
        {QStringLiteral("stage"), m_stage->save()}, {QStringLiteral("grid"), m_bar->save()},
        {QStringLiteral("slices"), m_document.savedSlices()}};
}

void DifferencePanel::restoreView(const QJsonObject& saved)
{
    const int kind = std::clamp(saved[QStringLiteral("kind")].toInt(), 0, DifferenceBar::kKinds - 1);
    m_document.setKind(static_cast<core::DifferenceKind>(kind));
    m_document.setOwnRanges(saved[QStringLiteral("own_ranges")].toBool());
    const QJsonObject slices = saved[QStringLiteral("slices")].toObject();
    m_document.target().restore(slices);
    m_keepsElement = !slices.isEmpty();
    m_stage->restore(saved[QStringLiteral("stage")].toObject());
    m_bar->restore(saved[QStringLiteral("grid")].toObject());
    showTab(saved[QStringLiteral("tab")].toString());
}

} // namespace

void register_difference_panel(PanelRegistry& registry)
{
    registry.add({"difference", "heat",
        [](Workbench& workbench) -> Panel* { return new DifferencePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "difference_panel.moc"
