// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_panel.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "graph/graph_files.h"
#include "graph/graph_halves.h"
#include "graph/heat_legend.h"
#include "graph/legend_bar.h"
#include "graph/node_search_field.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/notice_bar.h"
#include "kit/tensor_menu.h"
#include "request/graph_request.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kKeyZoom = 1.25;
constexpr int kChoiceWidth = 280;

} // namespace

GraphPanel::GraphPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_shown(workbench.graph)
    , m_halves(new GraphHalves(workbench, this))
    , m_canvas(m_halves->canvas())
    , m_goldenCanvas(m_halves->goldenCanvas())
    , m_message(new MessagePage(this))
    , m_notice(new NoticeBar(this))
    , m_pages(new QStackedLayout)
    , m_files(new QComboBox(this))
    , m_graphs(new QComboBox(this))
    , m_crumb(new QLabel(this))
    , m_zoom(new QLabel(this))
    , m_search(new NodeSearchField(m_shown, this))
{
    build();
    connectAll();
    addActions();
    retranslate();
}

QToolButton* GraphPanel::addButton(QToolBar& bar, const char* iconName, bool isCheckable)
{
    auto* const button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setCheckable(isCheckable);
    button->setIcon(icon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    bar.addWidget(button);
    return button;
}

void GraphPanel::build()
{
    for (QComboBox* choice : {m_files, m_graphs}) {
        choice->view()->setTextElideMode(Qt::ElideMiddle);
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(choice == m_files ? 27 : 12);
        choice->setMaximumWidth(scaled(kChoiceWidth));
    }
    m_crumb->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_crumb->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_zoom->setFont(monospaceFont(secondaryFont()));
    auto* const upper = new QHBoxLayout;
    upper->setContentsMargins(scaledMargins(kMedium, kTiny, kMedium, kTiny));
    upper->setSpacing(scaled(kMedium));
    upper->addWidget(m_files);
    upper->addWidget(m_graphs);
    upper->addWidget(m_crumb, 1);
    upper->addWidget(m_search);

    auto* const bar = new QToolBar(this);
    bar->setIconSize({scaled(16), scaled(16)});
    m_both = addButton(*bar, "compare", true);
    m_inputs = addButton(*bar, "prev", true);
    m_outputs = addButton(*bar, "next", true);
    m_hops = addButton(*bar, "eye", true);
    m_hops->setPopupMode(QToolButton::MenuButtonPopup);
    m_hops->setMenu(new QMenu(m_hops));
    m_foldAll = addButton(*bar, "scope", false);
    m_verdicts = addButton(*bar, "check", true);
    m_durations = addButton(*bar, "clock", true);
    m_durationsThere = bar->actions().constLast();
    m_values = addButton(*bar, "tensor", true);
    m_helpers = addButton(*bar, "eye", true);
    m_helpersThere = bar->actions().constLast();
    m_map = addButton(*bar, "image", true);
    auto* const room = new QWidget(bar);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    m_fit = addButton(*bar, "fit", false);
    bar->addWidget(m_zoom);
    m_export = addButton(*bar, "export", false);
    for (QToolButton* button : {m_fit, m_export})
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);

    auto* const page = new QWidget(this);
    auto* const body = new QVBoxLayout(page);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addLayout(upper);
    body->addWidget(bar);
    // Over the lower edge of the picture, which it does not move.
    auto* const picture = new QGridLayout;
    picture->addWidget(m_halves, 0, 0);
    picture->addWidget(m_notice, 0, 0, Qt::AlignBottom);
    for (GraphCanvas* const canvas : {m_canvas, m_goldenCanvas})
        canvas->view().setOver(m_notice);
    body->addLayout(picture, 1);
    body->addWidget(new LegendBar({m_canvas, m_goldenCanvas}, page));
    body->addWidget(new HeatLegend({m_canvas, m_goldenCanvas}, page));
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_pages);
    setFocusProxy(m_canvas);
    setMinimumSize(scaled(160), scaled(120));
}

void GraphPanel::connectAll()
{
    connect(m_both, &QToolButton::clicked, m_halves, &GraphHalves::showBoth);
    connect(m_halves, &GraphHalves::bothChanged, this, &GraphPanel::showState);
    connect(&m_workbench.comparisons, &Comparisons::currentChanged, this, &GraphPanel::showState);
    connect(&m_shown, &ShownGraph::restored, this, [this] {
        const auto number = [this](const char* key) { return m_place.value(QLatin1String(key)).toDouble(); };
        if (number("zoom") > 0)
            m_canvas->showNext({number("zoom"), {number("x"), number("y")}});
        showCrumb();
        showState();
    });
    connect(m_verdicts, &QToolButton::toggled, this,
        [this](bool on) { setColours(on ? NodeColours::Verdicts : NodeColours::None); });
    connect(m_durations, &QToolButton::toggled, this,
        [this](bool on) { setColours(on ? NodeColours::Durations : NodeColours::Verdicts); });
    connect(m_goldenCanvas, &GraphCanvas::legendChanged, this, &GraphPanel::showState);
    connect(m_values, &QToolButton::toggled, m_goldenCanvas, &GraphCanvas::setEdgeValues);
    connect(m_map, &QToolButton::toggled, m_goldenCanvas, &GraphCanvas::setMapVisible);
    connect(&m_shown, &ShownGraph::graphChanged, this, [this] {
        showChoices();
        showPage();
        showCrumb();
        showState();
        emit commandLineChanged();
    });
    connect(&m_shown, &ShownGraph::currentChanged, this, [this] {
        showCrumb();
        m_workbench.actions.refresh();
    });
    connect(&m_shown, &ShownGraph::foldChanged, this, &GraphPanel::showState);
    connect(m_canvas, &GraphCanvas::viewChanged, this, &GraphPanel::showState);
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphPanel::showMenu);
    connect(m_canvas, &GraphCanvas::opened, this, [this](quint32 node) { open(core::NodeId(node)); });
    connect(m_files, &QComboBox::activated, this,
        [this](int at) { m_shown.showCandidate(static_cast<std::size_t>(at)); });
    connect(m_graphs, &QComboBox::activated, this,
        [this](int at) { m_shown.showNumber(static_cast<std::size_t>(m_graphs->itemData(at).toInt())); });
    connect(m_crumb, &QLabel::linkActivated, this, [this](const QString& link) {
        const ShownGraph::Item scope {true, link.mid(1).toUInt()};
        m_shown.choose(scope);
        m_shown.reveal(scope);
        m_canvas->setFocus();
    });
    connect(m_search, &NodeSearchField::foundChanged, this, [this] { m_workbench.actions.refresh(); });
    connect(m_search, &NodeSearchField::left, m_canvas, [this] { m_canvas->setFocus(); });
    connect(m_search, &NodeSearchField::hit, this, [this](quint32 node) {
        m_shown.choose({false, node});
        m_shown.reveal({false, node});
        m_canvas->ensureVisible({false, node});
    });
    connect(m_inputs, &QToolButton::clicked, this,
        [this] { m_workbench.actions.trigger("graph.follow_inputs"); });
    connect(m_outputs, &QToolButton::clicked, this,
        [this] { m_workbench.actions.trigger("graph.follow_outputs"); });
    connect(m_hops, &QToolButton::clicked, this, [this](bool on) {
        if (on)
            focus(kUsualHops);
        else
            m_shown.showEverything();
        showState();
    });
    connect(m_foldAll, &QToolButton::clicked, this, [this] {
        m_shown.foldAll();
        m_canvas->fitNext();
        m_goldenCanvas->fitNext();
    });
    connect(m_helpers, &QToolButton::toggled, &m_shown, &ShownGraph::setHelpersShown);
    connect(m_helpers, &QToolButton::toggled, m_halves, &GraphHalves::setGoldenHelpersShown);
    connect(m_values, &QToolButton::toggled, m_canvas, &GraphCanvas::setEdgeValues);
    connect(m_map, &QToolButton::toggled, m_canvas, &GraphCanvas::setMapVisible);
    connect(m_fit, &QToolButton::clicked, &m_canvas->view(), &PictureView::fit);
    connect(m_export, &QToolButton::clicked, this, &GraphPanel::askForFile);
}

void GraphPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto there = [this] { return hasGraph(); };
    const auto chosen = [this] { return hasGraph() && m_shown.current(); };
    const auto follow = [this](GraphCanvas::Direction direction) {
        m_canvas->followFlow(direction);
        if (m_halves->isBoth())
            m_goldenCanvas->followFlow(direction);
        showState();
    };
    const auto focusOrBack = [this] {
        if (m_shown.focusHops())
            m_shown.showEverything();
        else
            focus(kUsualHops);
    };
    for (GraphCanvas* canvas : {m_canvas, m_goldenCanvas}) {
        actions.handle(
            "graph.fold", canvas, [canvas] { canvas->toggleFold(); }, chosen);
        actions.handle(
            "graph.unfold_all", canvas, [this] { unfoldAll(); }, there);
        actions.handle(
            "graph.follow_inputs", canvas, [follow] { follow(GraphCanvas::Direction::Inputs); }, chosen);
        actions.handle(
            "graph.follow_outputs", canvas, [follow] { follow(GraphCanvas::Direction::Outputs); }, chosen);
        actions.handle("graph.focus_hops", canvas, focusOrBack, chosen);
        actions.handle(
            "graph.zoom_in", canvas, [canvas] { canvas->zoomBy(kKeyZoom); }, there);
        actions.handle(
            "graph.zoom_out", canvas, [canvas] { canvas->zoomBy(1 / kKeyZoom); }, there);
        actions.handle(
            "graph.fit", canvas, [canvas] { canvas->view().fit(); }, there);
        actions.handle(
            "graph.overview_map", canvas, [this] { m_map->toggle(); }, there);
        actions.handle(
            "item.open", canvas, [canvas] { canvas->openCurrent(); }, chosen);
    }
    // What the buttons do, for the menu.
    const std::pair<const char*, QToolButton*> buttons[] = {{"graph.both", m_both},
        {"graph.fold_all", m_foldAll}, {"graph.verdicts", m_verdicts}, {"graph.durations", m_durations},
        {"graph.edge_values", m_values}, {"graph.helpers", m_helpers}, {"graph.export", m_export}};
    for (const auto& [id, button] : buttons)
        actions.handle(
            id, this, [button = button] { button->click(); },
            [this, button = button] {
                return hasGraph() && button->isEnabled() && button->isVisibleTo(this);
            });
    actions.handle(
        "file.export", m_canvas, [this] { askForFile(); }, there);
    const auto found = [this] { return m_search->hasFound(); };
    actions.handle(
        "go.next_hit", this, [this] { m_search->goToHit(1); }, found);
    actions.handle(
        "go.previous_hit", this, [this] { m_search->goToHit(-1); }, found);
    actions.handle(
        "edit.copy", m_canvas,
        [this] {
            const ShownGraph::Item item = *m_shown.current();
            const std::string text = item.isScope
                ? m_shown.tree().scope(item.index).path
                : std::string(m_shown.graph().text(m_shown.graph().node(item.node()).name));
            QGuiApplication::clipboard()->setText(QString::fromStdString(text));
        },
        chosen);
}

QJsonObject GraphPanel::saveView() const
{
    QJsonObject view {{QStringLiteral("edge_values"), m_canvas->hasEdgeValues()},
        {QStringLiteral("verdicts"), m_canvas->colours() == NodeColours::Verdicts},
        {QStringLiteral("durations"), m_canvas->wantsDurations()},
        {QStringLiteral("overview_map"), m_canvas->isMapVisible()},
        {QStringLiteral("helper_nodes"), m_shown.areHelpersShown()},
        {QStringLiteral("state"), m_shown.saveState()}, {QStringLiteral("place"), m_place},
        {QStringLiteral("search"), m_search->bar().saveView()}};
    if (hasGraph() && m_wasShown) {
        const PictureView::Place place = m_canvas->view().place();
        // Back and forth through the size of the canvas leaves no more digits than these as they were.
        const auto rounded = [](double length) { return std::round(length * 100) / 100; };
        view.insert(QStringLiteral("place"),
            QJsonObject {{QStringLiteral("zoom"), place.zoom},
                {QStringLiteral("x"), rounded(place.middle.x())},
                {QStringLiteral("y"), rounded(place.middle.y())}});
    }
    return view;
}

void GraphPanel::restoreView(const QJsonObject& view)
{
    for (GraphCanvas* canvas : {m_canvas, m_goldenCanvas}) {
        canvas->setEdgeValues(view.value(QStringLiteral("edge_values")).toBool(true));
        canvas->setColours(view.value(QStringLiteral("durations")).toBool(false) ? NodeColours::Durations
                : view.value(QStringLiteral("verdicts")).toBool(true)            ? NodeColours::Verdicts
                                                                                 : NodeColours::None);
        canvas->setMapVisible(view.value(QStringLiteral("overview_map")).toBool(true));
    }
    m_shown.setHelpersShown(view.value(QStringLiteral("helper_nodes")).toBool());
    m_halves->setGoldenHelpersShown(m_shown.areHelpersShown());
    m_place = view.value(QStringLiteral("place")).toObject();
    m_shown.restoreState(view.value(QStringLiteral("state")).toObject());
    m_search->bar().restoreView(view.value(QStringLiteral("search")).toObject());
    showState();
}

QString GraphPanel::commandLine() const
{
    if (!hasGraph())
        return {};
    return fromCore(core::commandText(core::GraphRequest {.path = m_shown.root()->path().toStdString()}));
}

// --- What can be done

void GraphPanel::unfoldAll()
{
    if (m_shown.unfoldAll())
        return;
    core::GraphFold all = m_shown.fold();
    all.isOpen.assign(all.isOpen.size(), true);
    m_notice->show(tr("%1 nodes would be visible. Folded to scopes; unfold what you need.")
                       .arg(groupedNumber(static_cast<qint64>(core::seenCount(m_shown.tree(), all)))),
        {});
}

void GraphPanel::setColours(NodeColours colours)
{
    for (GraphCanvas* canvas : {m_canvas, m_goldenCanvas})
        canvas->setColours(colours);
    showState();
}

void GraphPanel::focus(std::uint32_t hops)
{
    m_shown.focusOn(hops);
    showState();
}

void GraphPanel::open(core::NodeId node)
{
    const auto called = m_shown.graph().called(m_shown.graph().node(node));
    // The one that is looked at, where it is of this node.
    const TensorRef selected = m_workbench.selection.tensor();
    const auto tensors = m_shown.tensorsOf(node);
    const bool isOfNode = selected.isValid() && selected.root == m_shown.root()
        && std::find(tensors.begin(), tensors.end(), selected.id) != tensors.end();
    if (const TensorRef tensor = isOfNode ? selected : m_shown.tensorOf(node); tensor.isValid())
        m_workbench.selection.open(tensor);
    else if (!called.empty() && called.front() < m_shown.loaded()->parts.size())
        m_shown.showNumber(called.front());
}

void GraphPanel::showMenu(const QPoint& at)
{
    const ShownGraph::Item item = *m_shown.current();
    QMenu menu(this);
    if (item.isScope) {
        menu.addAction(
            m_shown.isOpen(item.index) ? tr("Fold") : tr("Unfold"), m_canvas, &GraphCanvas::toggleFold);
        menu.addAction(tr("Unfold everything inside"), this, &GraphPanel::unfoldAll);
    } else {
        for (const std::uint32_t called : m_shown.graph().called(m_shown.graph().node(item.node()))) {
            if (called < m_shown.loaded()->parts.size())
                menu.addAction(
                    tr("Show the graph %1")
                        .arg(menuText(QString::fromStdString(m_shown.loaded()->graph(called).name))),
                    this, [this, called] { m_shown.showNumber(called); });
        }
    }
    for (const char* id : {"graph.follow_inputs", "graph.follow_outputs", "graph.focus_hops"})
        menu.addAction(m_workbench.actions.action(id));
    menu.addSeparator();
    const TensorRef tensor = item.isScope ? TensorRef() : m_shown.tensorOf(item.node());
    if (tensor.isValid())
        fillTensorMenu(menu, m_workbench, tensor);
    else
        menu.addAction(m_workbench.actions.action("edit.copy"));
    menu.exec(at);
}

void GraphPanel::askForFile()
{
    if (!hasGraph() || !m_canvas->picture())
        return;
    auto* const chooser = new QFileDialog(this, tr("Export the graph"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setNameFilters(
        {tr("Picture (*.png)"), tr("Vector picture (*.svg)"), tr("Graphviz source (*.dot)")});
    chooser->setDefaultSuffix(QStringLiteral("png"));
    connect(chooser, &QFileDialog::filterSelected, chooser, [chooser](const QString& filter) {
        chooser->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
    });
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const auto written = exportGraph(m_shown, *m_canvas, path, m_workbench.session.paths());
        m_notice->show(written ? tr("Written: %1").arg(path) : coreWords(written.error().message), {});
    });
    chooser->open();
}

void register_graph_panel(PanelRegistry& registry)
{
    registry.add({"graph", "graph", [](Workbench& workbench) { return new GraphPanel(workbench); }});
}

} // namespace dumpscope::gui
