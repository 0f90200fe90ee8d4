// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "arrangement.h"
#include "common/core_sentences.h"
#include "common/dropped_paths.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/comparison_document.h"
#include "documents/pins.h"
#include "kit/data_table.h"
#include "kit/notice_bar.h"
#include "window_tool_bar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>

#include <algorithm>
#include <string_view>

namespace dumpscope::gui {

namespace {

constexpr int kMargin = 5;
constexpr QSize kMinimumSize(900, 600);

/// The words of a title in lower case, joined by `-` as those of a panel's id: "rank-step".
QString asPanelId(const QString& title)
{
    QString id;
    for (const QChar letter : title.toLower()) {
        if (letter.isLetterOrNumber())
            id += letter;
        else if (!id.isEmpty() && !id.endsWith(QLatin1Char('-')))
            id += QLatin1Char('-');
    }
    return id;
}

} // namespace

MainWindow::MainWindow(Services& services, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_centre(new QStackedWidget(this))
    , m_notice(new NoticeBar(this))
    , m_command(services, *this,
          [this] {
              const PanelDock* const dock = commandDock();
              return dock ? dock->panel() : nullptr;
          })
    , m_docks(newDocks())
    , m_floating(*this)
    , m_tabs(*this, m_docks)
    , m_focus(m_docks, m_tabs)
    , m_tips(services.actions)
    , m_layouts(*this, m_docks, m_floating)
    , m_status(*statusBar(), services, [this] { return sight(); })
    , m_menus(*menuBar(), services.actions, m_docks)
    , m_toolBar(new WindowToolBar(services.actions, this))
{
    setObjectName(QStringLiteral("main-window"));
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setMinimumSize(kMinimumSize);
    setAcceptDrops(true);
    setUnifiedTitleAndToolBarOnMac(true);
    setContentsMargins(scaled(kMargin), 0, scaled(kMargin), 0);
    setCentralWidget(m_centre);
    for (PanelDock* dock : std::as_const(m_docks))
        connectDock(dock);
    connectActions();
    connectDockActions();
    createStrips();
    connectServices();
    keepTranslated(this, &MainWindow::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { m_tabs.update(); });
    updateStartPage();
    showArrangement("explore");
    refresh();
}

// Docks say that they hide while they go, so they go while there is still a window to hear it.
MainWindow::~MainWindow()
{
    for (PanelDock* dock : std::exchange(m_docks, {})) {
        disconnect(dock, nullptr, this, nullptr);
        disconnect(dock->panel(), nullptr, this, nullptr);
        delete dock;
    }
}

QList<PanelDock*> MainWindow::newDocks()
{
    QList<PanelDock*> docks;
    for (const PanelInfo& info : m_services.panels.all()) {
        auto* const dock = new PanelDock(info, info.create(m_services.workbench), this);
        addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->hide();
        docks.append(dock);
    }
    return docks;
}

void MainWindow::connectDock(PanelDock* dock)
{
    m_floating.watch(dock);
    m_layouts.watch(dock);
    connect(dock, &PanelDock::maximiseRequested, this, [this, dock] { toggleMaximised(dock); });
    if (const auto pin = std::find(kPinPanels.begin(), kPinPanels.end(), std::string_view(dock->info().id));
        pin != kPinPanels.end()) {
        connect(dock, &PanelDock::closed, this, [this, place = std::size_t(pin - kPinPanels.begin())] {
            Pins::of(m_services.selection).unpin(place);
        });
    }
    const auto later = [this] {
        if (!m_layouts.isArranging())
            QMetaObject::invokeMethod(&m_tabs, &DockTabBars::update, Qt::QueuedConnection);
    };
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, later);
    connect(dock->panel(), &Panel::titleChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::refreshSoon);
    connect(dock->panel(), &Panel::commandLineChanged, this, &MainWindow::refreshSoon);
    connect(dock->panel(), &Panel::frontWanted, this, [this, dock] { showDock(dock); });
}

void MainWindow::connectServices()
{
    connect(&m_services.session, &Session::rootAdded, this, &MainWindow::updateStartPage);
    connect(&m_services.session, &Session::rootRemoved, this, &MainWindow::updateStartPage);
    connect(&m_services.session, &Session::rootAdded, this, &MainWindow::refreshSoon);
    connect(&m_services.session, &Session::rootRemoved, this, &MainWindow::refreshSoon);
    connect(&m_services.session, &Session::rootChanged, this, [this] {
        m_services.actions.refresh();
        refresh();
    });
    connect(&m_services.selection, &Selection::tensorChanged, this, &MainWindow::refresh);
    connect(&m_services.selection, &Selection::opened, this, &MainWindow::openSelected);
    for (const auto signal : {&Comparisons::pairChanged, &Comparisons::currentChanged})
        connect(&m_services.comparisons, signal, this, &MainWindow::refresh);
    connect(&m_services.problems, &ProblemList::told, this,
        [this](const core::Diagnostic& problem) { say(coreProblem(problem)); });
    connect(&Pins::of(m_services.selection), &Pins::pinned, this, &MainWindow::showPinned);
    connect(&m_focus, &DockFocus::moved, this, &MainWindow::refreshSoon);
    connect(&m_tabs, &DockTabBars::focusRequested, this, [](PanelDock* dock) { DockFocus::give(*dock); });
    connect(&m_tabs, &DockTabBars::maximiseRequested, this, &MainWindow::toggleMaximised);
    connect(&m_layouts, &DockLayouts::folded, &m_tabs, &DockTabBars::update);
    connect(&m_status, &StatusLine::problemsRequested, this, [this] { showTab(QStringLiteral("problems")); });
    connect(&m_menus, &WindowMenus::openRecentRequested, this, &MainWindow::openRecentRequested);
}

void MainWindow::createStrips()
{
    addToolBar(m_toolBar);
    addToolBar(Qt::BottomToolBarArea, m_notice); // where it moves nothing that is looked at
    addToolBarBreak(Qt::BottomToolBarArea);
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &MainWindow::refresh);
    connect(&m_command, &ShownCommand::reopenRequested, this, &MainWindow::reopenRequested);
}

// --- Docks

void MainWindow::showDock(PanelDock* dock)
{
    if (m_layouts.isMaximised() && !dock->isVisible())
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
    m_floating.bringBack(dock);
    DockFocus::give(*dock);
}

void MainWindow::toggleDock(PanelDock* dock)
{
    if (m_focus.focused() != dock)
        return showDock(dock);
    // From a filter line or a button its key goes to what they belong to.
    if (const QWidget* const focus = QApplication::focusWidget(); !DockFocus::isContent(*focus)) {
        DockFocus::give(*dock);
        if (QApplication::focusWidget() != focus)
            return;
    }
    if (m_layouts.isMaximised())
        toggleMaximised(nullptr);
    dock->close();
}

bool MainWindow::showTab(const QString& name)
{
    const QString id = asPanelId(name);
    const auto known = std::ranges::find_if(m_docks, [&id](const PanelDock* dock) {
        return id == QLatin1String(dock->info().id) || id == asPanelId(dock->panel()->title());
    });
    if (known != m_docks.cend()) {
        showDock(*known);
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

QStringList MainWindow::tabNames() const
{
    QStringList names;
    for (const PanelDock* dock : m_docks) {
        names += dock->panel()->title();
        for (const QString& tab : dock->panel()->tabNames()) {
            if (!names.contains(tab, Qt::CaseInsensitive))
                names += tab;
        }
    }
    return names;
}

void MainWindow::toggleMaximised(PanelDock* dock)
{
    m_layouts.toggleMaximised(dock);
    m_tabs.update();
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

void MainWindow::openSelected()
{
    // Where the question is what differs, both sides are opened.
    const bool compares = arrangement() == "compare" || arrangement() == "graph";
    if (compares && m_services.comparisons.isChosen(m_services.selection.tensor()))
        return m_services.comparisons.open(*m_services.comparisons.pair());
    if (PanelDock* const view = dock("tensor-view"))
        showDock(view);
}

void MainWindow::focusFilter()
{
    PanelDock* const focused = m_focus.focused();
    QWidget* field = focused ? focused->panel()->filterField() : nullptr;
    for (auto next = m_docks.cbegin(); !field && next != m_docks.cend(); ++next) {
        QWidget* const shown = (*next)->panel()->filterField();
        field = shown && shown->isVisible() ? shown : nullptr;
    }
    if (field)
        field->setFocus(Qt::ShortcutFocusReason);
}

// --- Arrangements

QByteArray MainWindow::arrangement() const
{
    return m_arrangement ? QByteArray(m_arrangement->id) : QByteArray();
}

bool MainWindow::showArrangement(QByteArrayView id)
{
    const Arrangement* const wanted = findArrangement(id.toByteArray().constData());
    if (!wanted || !dock(wanted->essential))
        return false;
    if (wanted == m_arrangement)
        return true;
    if (m_isStarting && wanted->needsDump) {
        // The start page stays until there is something to arrange.
        m_arrangement = wanted;
        return true;
    }
    if (m_services.session.roots().isEmpty() && wanted->needsDump && m_arrangement
        && !m_arrangement->needsDump) {
        m_layouts.keep(*m_arrangement);
        m_arrangement = wanted;
        enterStartPage();
        return true;
    }
    if (std::exchange(m_isStarting, false)) {
        m_centre->hide();
        m_arrangement = nullptr;
    }
    const PanelDock* const focused = m_focus.focused();
    if (m_arrangement)
        m_layouts.keep(*m_arrangement);
    m_arrangement = wanted;
    if (!m_layouts.show(*wanted))
        m_services.problems.add({core::Severity::Warning, core::Code::BadSyntax, {},
            core::phrase("The panel layout could not be restored and was reset.")});
    refresh();
    if (QAction* const action = m_services.actions.action(wanted->action))
        action->setChecked(true);
    m_tabs.update();
    // Qt gives the focus of what goes to any button.
    if (focused && focused->isHidden())
        DockFocus::give(*m_tabs.inFrontOf(dock(wanted->essential)));
    return true;
}

void MainWindow::resetLayout()
{
    m_layouts.forgetAll();
    if (!m_arrangement || m_isStarting)
        return;
    m_layouts.show(*m_arrangement);
    m_tabs.update();
    // Docks that are put elsewhere lose the focus.
    if (PanelDock* const first = dock(m_arrangement->places.front().panel))
        showDock(first);
}

QHash<QByteArray, QByteArray> MainWindow::saveLayouts() const
{
    return m_layouts.all(m_isStarting ? nullptr : m_arrangement);
}

void MainWindow::restoreLayouts(const QHash<QByteArray, QByteArray>& layouts)
{
    m_layouts.setAll(layouts);
    if (m_isStarting)
        return;
    const QByteArray current = arrangement();
    m_arrangement = nullptr;
    showArrangement(current);
}

void MainWindow::setStartPage(QWidget* page)
{
    m_centre->addWidget(page);
    m_centre->setFocusProxy(page);
    updateStartPage();
}

void MainWindow::updateStartPage()
{
    const bool isEmpty = m_services.session.roots().isEmpty() && (!m_arrangement || m_arrangement->needsDump);
    if (isEmpty == m_isStarting)
        return;
    if (!isEmpty)
        return leaveStartPage();
    if (m_arrangement)
        m_layouts.keep(*m_arrangement);
    enterStartPage();
}

void MainWindow::enterStartPage()
{
    m_isStarting = true;
    for (PanelDock* dock : std::as_const(m_docks))
        dock->hide();
    m_centre->show();
    // Else what was hidden takes the keys back as soon as it is seen again.
    m_centre->setFocus(Qt::OtherFocusReason);
}

void MainWindow::leaveStartPage()
{
    m_isStarting = false;
    m_centre->hide();
    const QByteArray wanted = m_arrangement ? arrangement() : QByteArray("explore");
    m_arrangement = nullptr;
    showArrangement(wanted);
    if (PanelDock* const first = m_arrangement ? dock(m_arrangement->essential) : nullptr)
        DockFocus::give(*m_tabs.inFrontOf(first));
}

// --- State

bool MainWindow::isSettled() const
{
    return m_services.session.isSettled() && m_services.tasks.running().isEmpty()
        && m_services.comparisons.isSettled() && m_services.actions.isSettled()
        && std::all_of(m_docks.begin(), m_docks.end(),
            [](const PanelDock* dock) { return !dock->isVisible() || dock->panel()->isSettled(); });
}

StatusLine::Sight MainWindow::sight() const
{
    PanelDock* const tensors = dock("tensors");
    const QByteArrayView front = tensors ? m_tabs.inFrontOf(tensors)->info().id : "";
    return {.isComparing = arrangement() == "compare",
        .hasTensorRows = arrangement() == "explore" && (front == "tensors" || front == "statistics")};
}

const PanelDock* MainWindow::commandDock() const
{
    const PanelDock* const front = m_focus.lastShown();
    return front || !m_arrangement ? front : m_tabs.inFrontOf(dock(m_arrangement->essential));
}

/// What is open comes first: it tells windows apart where titles are cut.
QString MainWindow::shownTitle() const
{
    const QList<OpenedRoot*> roots = m_services.session.roots();
    const ComparisonDocument* const compared = m_services.comparisons.current();
    const QString open = compared ? compared->title()
        : roots.isEmpty()         ? QString()
        : roots.size() == 1       ? roots.first()->title()
                                  : tr("%1 and others").arg(roots.first()->title());
    return open.isEmpty() ? QStringLiteral("Dumpscope") : shownName(open) + QStringLiteral(" – Dumpscope");
}

void MainWindow::refresh()
{
    setWindowTitle(shownTitle());
    m_status.update();
    m_command.update();
}

void MainWindow::refreshSoon()
{
    m_later.start();
}

void MainWindow::retranslate()
{
    m_menus.retranslate();
    m_services.actions.retranslate();
    for (PanelDock* dock : std::as_const(m_docks))
        dock->retranslate();
    m_toolBar->retranslate();
    m_tabs.update();
    refresh();
}

// --- Events

void MainWindow::closeEvent(QCloseEvent* event)
{
    emit closing();
    m_services.tasks.cancelAll();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_toolBar->fitInto(width());
    if (event->oldSize().height() != height()) {
        // How many rows they insist on depends on it.
        for (DataTable* table : findChildren<DataTable*>())
            table->updateGeometry();
        for (const PanelDock* dock : std::as_const(m_docks))
            dock->panel()->updateGeometry();
    }
    m_layouts.followWindow(m_isStarting ? nullptr : m_arrangement);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const qsizetype count = droppedPaths(event->mimeData()).size();
    if (count > 0) {
        event->acceptProposedAction();
        say(count == 1       ? tr("Drop to open it beside what is open.")
                : count == 2 ? tr("Drop to choose how they are compared.")
                             : tr("Drop to open them side by side."));
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    statusBar()->clearMessage();
    emit pathsDropped(paths);
}

} // namespace dumpscope::gui
