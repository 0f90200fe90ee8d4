// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "chrome/task_strip.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "dock_shares.h"
#include "documents/pins.h"
#include "documents/probed_value.h"
#include "kit/data_table.h"
#include "kit/message_page.h"
#include "tab_corner.h"

#include "common/core_sentences.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <string_view>

namespace dumpscope::gui {

namespace {

constexpr int kMessageMs = 6000;
constexpr int kMargin = 5;
constexpr QSize kMinimumSize(900, 600);

} // namespace

MainWindow::MainWindow(Services& services, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_shares(new DockShares(*this))
    , m_centre(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("main-window"));
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setMinimumSize(kMinimumSize);
    setAcceptDrops(true);
    setUnifiedTitleAndToolBarOnMac(true);
    setContentsMargins(scaled(kMargin), 0, scaled(kMargin), 0);
    setCentralWidget(m_centre);
    createDocks();
    createStatusBar();
    connectActions();
    createMenus();
    createToolBar();
    createStrips();
    retranslate();
    updateStartPage();
    showArrangement("explore");
    updateStatus();
    followScreens();

    connect(&services.session, &Session::rootAdded, this, &MainWindow::updateStartPage);
    connect(&services.session, &Session::rootRemoved, this, &MainWindow::updateStartPage);
    connect(&services.session, &Session::rootChanged, this, [this] {
        m_services.actions.refresh();
        updateStatus();
    });
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (PanelDock* const focused = focusedDock(); focused && focused != m_lastFocused) {
            m_lastFocused = focused;
            updateCommandSoon();
        }
    });
    connect(&services.selection, &Selection::tensorChanged, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::markedChanged, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::hiddenCountChanged, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::rowCountsChanged, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::scopeChanged, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::elementChanged, this, &MainWindow::updateStatus);
    connect(&ProbedValue::of(services.selection), &ProbedValue::changed, this, &MainWindow::updateStatus);
    connect(&services.problems, &ProblemList::changed, this, &MainWindow::updateStatus);
    connect(&services.problems, &ProblemList::told, this,
        [this](const core::Diagnostic& problem) { say(coreProblem(problem)); });
    for (const auto signal : {&Comparisons::pairChanged, &Comparisons::currentChanged})
        connect(&services.comparisons, signal, this, &MainWindow::updateStatus);
    connect(&services.selection, &Selection::opened, this, [this] {
        // Where the question is what differs, both sides are opened.
        const bool compares = arrangement() == "compare" || arrangement() == "graph";
        if (compares && m_services.comparisons.isChosen(m_services.selection.tensor()))
            return m_services.comparisons.open(*m_services.comparisons.pair());
        if (PanelDock* const view = dock("tensor-view"))
            showDock(view);
    });
    connect(&Pins::of(services.selection), &Pins::pinned, this, &MainWindow::showPinned);
}

/// Beside the tensor view, as a tab of the pinned ones that are there already.
void MainWindow::showPinned(std::size_t place)
{
    PanelDock* const view = dock("tensor-view");
    PanelDock* const pinned = dock(kPinPanels[place]);
    if (!view || !pinned)
        return;
    const auto isPlaced = [this](PanelDock* one) {
        return dockWidgetArea(one) != Qt::NoDockWidgetArea && !one->isFloating();
    };
    if (isPlaced(view) && (dockWidgetArea(pinned) == Qt::NoDockWidgetArea || pinned->isHidden())) {
        const auto other = std::find_if(kPinPanels.begin(), kPinPanels.end(), [&](const char* id) {
            PanelDock* const one = dock(id);
            return one && one != pinned && !one->isHidden() && isPlaced(one);
        });
        if (other != kPinPanels.end()) {
            tabifyDockWidget(dock(*other), pinned);
        } else {
            const int half = view->width() / 2;
            splitDockWidget(view, pinned, Qt::Horizontal);
            resizeDocks({view, pinned}, {half, half}, Qt::Horizontal);
        }
    }
    showDock(pinned);
}

// Docks tell that they hide while they go, so they go while there is still a window to hear it.
MainWindow::~MainWindow()
{
    // A visible window is hidden, and loses the focus, only after its own part is gone.
    disconnect(qApp, nullptr, this, nullptr);
    for (PanelDock* dock : std::exchange(m_docks, {})) {
        disconnect(dock, nullptr, this, nullptr);
        disconnect(dock->panel(), nullptr, this, nullptr);
        delete dock;
    }
}

void MainWindow::createDocks()
{
    for (const PanelInfo& info : m_services.panels.all()) {
        auto* const dock = new PanelDock(info, info.create(m_services.workbench), this);
        m_docks.append(dock);
        m_shares->watch(dock);
        addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->hide();
        connect(dock, &PanelDock::maximiseRequested, this, [this, dock] { toggleMaximised(dock); });
        if (const auto pin = std::find(kPinPanels.begin(), kPinPanels.end(), std::string_view(info.id));
            pin != kPinPanels.end()) {
            connect(dock, &PanelDock::closed, this, [this, place = std::size_t(pin - kPinPanels.begin())] {
                Pins::of(m_services.selection).unpin(place);
            });
        }
        const auto later = [this] {
            if (!m_arranging)
                QMetaObject::invokeMethod(this, &MainWindow::updateTabs, Qt::QueuedConnection);
        };
        connect(dock, &QDockWidget::dockLocationChanged, this, later);
        connect(dock, &QDockWidget::topLevelChanged, this, later);
        connect(dock, &QDockWidget::visibilityChanged, this, later);
        connect(dock->panel(), &Panel::titleChanged, this, later);
        connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateCommandSoon);
        connect(dock->panel(), &Panel::commandLineChanged, this, &MainWindow::updateCommandSoon);
        connect(dock->panel(), &Panel::frontWanted, this, [this, dock] { showDock(dock); });
    }
}

PanelDock* MainWindow::dock(QByteArrayView panel) const
{
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
        [panel](const PanelDock* dock) { return panel == QByteArrayView(dock->info().id); });
    return found == m_docks.end() ? nullptr : *found;
}

// --- Docks

void MainWindow::showDock(PanelDock* dock)
{
    if (!m_beforeMaximised.isEmpty() && !dock->isVisible())
        toggleMaximised(nullptr);
    if (dockWidgetArea(dock) == Qt::NoDockWidgetArea) {
        PanelDock* const beside = m_arrangement ? this->dock(m_arrangement->largest) : nullptr;
        if (beside && beside != dock && dockWidgetArea(beside) != Qt::NoDockWidgetArea
            && !beside->isFloating())
            tabifyDockWidget(beside, dock);
        else
            addDockWidget(Qt::RightDockWidgetArea, dock);
    }
    dock->show();
    dock->raise();
    bringBack(dock);
    focusPanel(dock);
}

void MainWindow::focusPanel(PanelDock* dock)
{
    // A message gives the focus on to what comes in its place.
    auto* const message = dock->panel()->findChild<MessagePage*>();
    if (message && message->isVisibleTo(dock->panel()))
        message->setFocus(Qt::OtherFocusReason);
    else if (dock->panel()->focusProxy())
        dock->panel()->setFocus(Qt::OtherFocusReason);
    else if (QWidget* const inner = dock->panel()->nextInFocusChain();
             inner && dock->panel()->isAncestorOf(inner))
        inner->setFocus(Qt::OtherFocusReason);
}

void MainWindow::toggleDock(PanelDock* dock)
{
    if (focusedDock() != dock)
        return showDock(dock);
    if (!m_beforeMaximised.isEmpty())
        toggleMaximised(nullptr);
    dock->close();
}

bool MainWindow::showTab(const QString& name)
{
    QString id = name.toLower();
    id.replace(QLatin1Char(' '), QLatin1Char('-'));
    if (PanelDock* const known = dock(id.toLatin1())) {
        showDock(known);
        return true;
    }
    for (PanelDock* dock : std::as_const(m_docks)) {
        if (dock->panel()->showTab(name.toLower())) {
            showDock(dock);
            return true;
        }
    }
    return false;
}

void MainWindow::updateTabs()
{
    for (PanelDock* dock : std::as_const(m_docks)) {
        // Hidden ones, as while a panel is maximised, have no tab.
        const QList<QDockWidget*> others = tabifiedDockWidgets(dock);
        dock->setTabbed(!dock->isFloating()
            && std::any_of(
                others.begin(), others.end(), [](const QDockWidget* one) { return !one->isHidden(); }));
    }
    decorateTabBars();
}

PanelDock* MainWindow::dockOf(const QTabBar& bar, int tab) const
{
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
        [&](const PanelDock* dock) { return dock->windowTitle() == bar.tabText(tab); });
    return found == m_docks.end() ? nullptr : *found;
}

PanelDock* MainWindow::inFrontOf(PanelDock* dock) const
{
    for (const QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (dockOf(*bar, tab) == dock)
                return dockOf(*bar, bar->currentIndex());
        }
    }
    return dock;
}

// QMainWindow makes the tab bars of docks itself; they have no icons and no buttons of their own.
void MainWindow::decorateTabBars()
{
    for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setDocumentMode(true);
        bar->setAccessibleName(tr("Panels"));
        bar->setExpanding(false);
        bar->setDrawBase(false);
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (const PanelDock* const dock = dockOf(*bar, tab))
                bar->setTabIcon(tab, icon(dock->info().icon));
        }
        auto* corner = bar->findChild<TabCorner*>();
        if (!corner) {
            corner = new TabCorner(bar);
            connect(bar, &QTabBar::currentChanged, corner,
                [this, bar, corner](int tab) { corner->follow(dockOf(*bar, tab)); });
            // Told before the tab comes to the front.
            connect(
                bar, &QTabBar::tabBarClicked, this,
                [this, bar](int tab) {
                    if (PanelDock* const dock = dockOf(*bar, tab); dock && tab == bar->currentIndex())
                        focusPanel(dock);
                },
                Qt::QueuedConnection);
            connect(bar, &QTabBar::tabBarDoubleClicked, this, [this, bar](int tab) {
                if (PanelDock* const dock = dockOf(*bar, tab))
                    toggleMaximised(dock);
            });
        }
        corner->retranslate();
        corner->follow(dockOf(*bar, bar->currentIndex()));
    }
}

PanelDock* MainWindow::focusedDock() const
{
    const QWidget* const focus = QApplication::focusWidget();
    for (PanelDock* dock : m_docks) {
        if (focus && dock->isAncestorOf(focus))
            return dock;
    }
    return nullptr;
}

PanelDock* MainWindow::frontDock() const
{
    PanelDock* const last = m_lastFocused ? inFrontOf(m_lastFocused) : nullptr;
    if (last && last->isVisible())
        return last;
    return m_arrangement ? inFrontOf(dock(m_arrangement->essential)) : nullptr;
}

void MainWindow::cyclePanel(int direction)
{
    QList<PanelDock*> shown;
    for (PanelDock* dock : std::as_const(m_docks)) {
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            shown.append(dock);
    }
    // Reading order: rows from the top, then from the left.
    std::sort(shown.begin(), shown.end(), [](const PanelDock* a, const PanelDock* b) {
        return std::pair(a->x(), a->y()) < std::pair(b->x(), b->y());
    });
    if (shown.isEmpty())
        return;
    const auto at = shown.indexOf(focusedDock());
    showDock(shown[(at + direction + shown.size()) % shown.size()]);
}

/// Of the tabs inside the panel that has the focus, else of those it stands among.
void MainWindow::stepTab(int direction)
{
    PanelDock* const focused = focusedDock();
    if (!focused)
        return;
    QTabBar* bar = nullptr;
    for (QTabBar* inner : focused->findChildren<QTabBar*>()) {
        if (inner->isVisible() && inner->count() > 1)
            bar = inner;
    }
    for (QTabBar* outer : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!bar && outer->isVisible() && dockOf(*outer, outer->currentIndex()) == focused)
            bar = outer;
    }
    if (!bar)
        return;
    bar->setCurrentIndex((bar->currentIndex() + direction + bar->count()) % bar->count());
    if (PanelDock* const front = bar->parentWidget() == this ? dockOf(*bar, bar->currentIndex()) : nullptr)
        showDock(front);
}

// --- State

void MainWindow::setStartPage(QWidget* page)
{
    m_centre->addWidget(page);
    m_centre->setFocusProxy(page);
    updateStartPage();
}

bool MainWindow::isSettled() const
{
    return m_services.session.isSettled() && m_services.tasks.running().isEmpty()
        && m_services.comparisons.isSettled() && m_services.actions.isSettled()
        && std::all_of(m_docks.begin(), m_docks.end(),
            [](const PanelDock* dock) { return !dock->isVisible() || dock->panel()->isSettled(); });
}

void MainWindow::say(const QString& sentence)
{
    statusBar()->showMessage(sentence, kMessageMs);
    m_tasks->announce(sentence);
}

// --- Events

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        updateTabs();
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    emit closing();
    m_services.tasks.cancelAll();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    adaptToWidth();
    foldSideColumns();
    if (event->oldSize().height() != height()) {
        // How many rows they insist on depends on it.
        for (DataTable* table : findChildren<DataTable*>())
            table->updateGeometry();
        for (const PanelDock* dock : std::as_const(m_docks))
            dock->panel()->updateGeometry();
    }
    m_shares->followWindow();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const auto urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); })) {
        event->acceptProposedAction();
        say(urls.size() == 1 ? tr("Drop to open it beside what is open.")
                             : tr("Drop to open them side by side."));
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    statusBar()->clearMessage();
    emit pathsDropped(paths);
}

} // namespace dumpscope::gui
