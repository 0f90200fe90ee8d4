// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, toolbar and status bar of the window; what the docks do is in main_window.cpp.
#include "chrome/command_strip.h"
#include "chrome/go_to_field.h"
#include "chrome/task_strip.h"
#include "common/app_style.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/probed_value.h"
#include "kit/notice_bar.h"
#include "kit/tensor_menu.h"
#include "main_window.h"
#include "menu_table.h"
#include "request/ls_request.h"
#include "request/show_request.h"

#include <QActionGroup>
#include <QApplication>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace dumpscope::gui {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Menus", text);
}

/// The first nine by the number of their key, the others by their name.
QByteArray dockAction(QByteArrayView panel)
{
    constexpr const char* kNumbered[]
        = {"dumps", "tensors", "tensor-view", "statistics", "overflow", "problems", "why", "graph", "source"};
    const auto found = std::find(std::begin(kNumbered), std::end(kNumbered), panel);
    return "view.dock."
        + (found == std::end(kNumbered) ? panel.toByteArray()
                                        : QByteArray::number(found - std::begin(kNumbered) + 1));
}

QString indexText(const std::vector<std::int64_t>& index)
{
    QStringList parts;
    for (const std::int64_t one : index)
        parts.append(QString::number(one));
    return QLatin1Char('[') + parts.join(QLatin1Char(',')) + QLatin1Char(']');
}

} // namespace

void MainWindow::createMenus()
{
    for (const MenuInfo& info : menuTable()) {
        QMenu* const top = menuBar()->addMenu(QString());
        m_menus.append({top, info.title});
        QMenu* menu = top;
        for (const char* entry : info.entries) {
            const QByteArrayView text(entry);
            if (text == "-") {
                menu->addSeparator();
            } else if (text == "<") {
                menu = top;
            } else if (text.startsWith('>')) {
                menu = top->addMenu(QString());
                m_menus.append({menu, entry});
            } else if (text == "*recent") {
                m_recent = menu;
            } else if (text == "*docks") {
                m_dockMenu = menu;
            } else if (QAction* const action = m_services.actions.action(text)) {
                menu->addAction(action);
            }
        }
    }
    for (PanelDock* dock : m_docks)
        m_dockMenu->addAction(dock->toggleViewAction());
    // Its own key is another action's: that shows what is behind a tab, this does not.
    connect(m_dockMenu, &QMenu::aboutToShow, this, [this] {
        for (PanelDock* dock : std::as_const(m_docks)) {
            const QKeySequence key = m_services.actions.action(dockAction(dock->info().id))->shortcut();
            dock->toggleViewAction()->setText(
                dock->windowTitle() + QLatin1Char('\t') + key.toString(QKeySequence::NativeText));
        }
    });
    setRecent({});
}

void MainWindow::setRecent(const QList<QStringList>& entries)
{
    m_recent->clear();
    for (const QStringList& paths : entries)
        m_recent->addAction(menuText(paths.join(QStringLiteral(" ⇄ "))), this,
            [this, paths] { emit openRecentRequested(paths); });
    m_recent->menuAction()->setEnabled(!entries.isEmpty());
}

void MainWindow::createToolBar()
{
    m_toolBar = addToolBar(QString());
    m_toolBar->setObjectName(QStringLiteral("toolbar"));
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto add = [this](const char* id, bool withText) {
        m_toolBar->addAction(m_services.actions.action(id));
        auto* const button
            = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(m_services.actions.action(id)));
        button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        button->setObjectName(QLatin1String(id));
        return button;
    };
    add("go.back", false);
    add("go.forward", false);
    add("file.open", true);
    add("file.save", false);
    m_toolBar->addSeparator();
    m_switch = new QActionGroup(this);
    for (const Arrangement& arrangement : arrangements()) {
        QAction* const action = m_services.actions.action(arrangement.action);
        action->setCheckable(true);
        action->setChecked(qstrcmp(arrangement.id, "explore") == 0);
        m_switch->addAction(action);
        markAsSegment(*add(arrangement.action, true));
    }
    m_toolBar->addSeparator();
    add("go.first_divergence", true);
    add("go.previous_failing", false);
    add("go.next_failing", false);

    auto* const spacer = new QWidget(m_toolBar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(spacer);
    m_goTo = new GoToField(m_toolBar);
    connect(m_goTo, &GoToField::clicked, this, [this] { m_services.actions.trigger("go.palette"); });
    m_toolBar->addWidget(m_goTo);
    add("tools.command", false);
    add("edit.preferences", false);
}

// docs/window.md 3.5: what fits into the window, by its width.
void MainWindow::adaptToWidth()
{
    constexpr int kTexts = 1300, kField = 1150, kIconOnly = 1000, kTreeWidth = 220, kTreeShare = 21;
    if (!m_goTo)
        return;
    if (auto* const divergence = m_toolBar->findChild<QToolButton*>(QStringLiteral("go.first_divergence")))
        divergence->setToolButtonStyle(
            width() < scaled(kIconOnly) ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    if (auto* const open = m_toolBar->findChild<QToolButton*>(QStringLiteral("file.open")))
        open->setToolButtonStyle(
            width() < scaled(kTexts) ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_goTo->setRoom(width() < scaled(kIconOnly) ? GoToField::Room::Icon
            : width() < scaled(kField)          ? GoToField::Room::Narrow
                                                : GoToField::Room::Full);
    // Once on the way, so that the user's own width stays; where the tree stands at all.
    const bool isSmall = width() < scaled(kField);
    PanelDock* const tree = dock("dumps");
    if (tree && dockWidgetArea(tree) != Qt::NoDockWidgetArea && std::exchange(m_isSmall, isSmall) != isSmall)
        resizeDocks({tree}, {isSmall ? scaled(kTreeWidth) : width() * kTreeShare / 100}, Qt::Horizontal);
}

// Lines above and below the docks that are there only while they have something to say.
void MainWindow::createStrips()
{
    m_notice = new NoticeBar(this);
    addToolBarBreak(Qt::TopToolBarArea);
    addToolBar(Qt::TopToolBarArea, m_notice);
    m_strip = new CommandStrip(this);
    addToolBar(Qt::BottomToolBarArea, m_strip);
    m_commandLater.setSingleShot(true);
    m_commandLater.setInterval(0);
    connect(&m_commandLater, &QTimer::timeout, this, &MainWindow::updateStatus); // the command with it
    connect(m_strip, &CommandStrip::reopenRequested, this, &MainWindow::reopenRequested);
    m_services.actions.handle("tools.command", this, [this] {
        updateCommand();
        m_strip->setVisible(!m_strip->isVisible());
    });
}

QString MainWindow::commandLine() const
{
    if (const PanelDock* const front = frontDock(); front && !front->panel()->commandLine().isEmpty())
        return front->panel()->commandLine();
    const TensorRef& tensor = m_services.selection.tensor();
    if (tensor.isValid())
        return fromCore(core::commandText(core::ShowRequest {.path = tensor.root->path().toStdString(),
            .tensor = tensor.tensorId().toStdString(),
            .raw = tensor.root->raw()}));
    const auto& roots = m_services.session.roots();
    return roots.isEmpty() ? QString()
                           : fromCore(core::commandText(core::LsRequest {
                               .paths = {roots.first()->path().toStdString()}, .raw = roots.first()->raw()}));
}

void MainWindow::updateCommandSoon()
{
    m_commandLater.start();
}

void MainWindow::updateCommand()
{
    m_strip->setCommand(commandLine());
}

void MainWindow::createStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    m_probe = new QLabel(this);
    m_facts = new QLabel(this);
    m_counts = new QLabel(this);
    m_probe->setObjectName(QStringLiteral("status-probe"));
    m_probe->setFont(monospaceFont());
    for (QLabel* label : {m_probe, m_facts, m_counts}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setContentsMargins(scaledMargins(4, 0, 8, 0));
        statusBar()->addWidget(label);
    }
    m_hidden = new QLabel(this);
    makeRich(*m_hidden);
    m_hidden->hide();
    connect(m_hidden, &QLabel::linkActivated, &m_services.selection, &Selection::showHiddenRequested);
    statusBar()->addWidget(m_hidden);
    m_problems = new QToolButton(this);
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::NoFocus); // Alt+6 goes there
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problems->setIcon(icon("warn", Token::Warn));
    connect(m_problems, &QToolButton::clicked, this, [this] { showTab(QStringLiteral("problems")); });
    m_command = new QToolButton(this);
    m_command->setAutoRaise(true);
    m_command->setFocusPolicy(Qt::NoFocus);
    m_command->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_command->setDefaultAction(m_services.actions.action("tools.command"));
    m_tasks = new TaskStrip(m_services.tasks, this);
    m_tasks->follow(m_services.capture.run().tasks());
    statusBar()->addPermanentWidget(m_tasks);
    statusBar()->addPermanentWidget(m_problems);
    statusBar()->addPermanentWidget(m_command);
}

void MainWindow::connectActions()
{
    ActionRegistry& actions = m_services.actions;
    handleTensorActions(m_services.workbench, this);
    for (const ActionInfo& info : actionTable()) {
        if (info.context == KeyContext::Window)
            addAction(actions.action(info.id));
    }
    for (const Arrangement& arrangement : arrangements()) {
        actions.handle(
            arrangement.action, this, [this, id = arrangement.id] { showArrangement(id); },
            [this, needed = arrangement.essential] { return dock(needed) != nullptr; });
    }
    actions.handle(
        "item.reveal_source", this, [this] { showDock(dock("source")); },
        [this] { return dock("source") && m_services.selection.tensor().isValid(); });
    actions.handle(
        "item.open_new_tab", this, [this] { m_services.selection.pin(m_services.selection.tensor(), {}); },
        [this] { return m_services.selection.tensor().isValid(); });
    actions.handle(
        "item.open_counterpart", this,
        [this] { m_services.comparisons.open(*m_services.comparisons.pair()); },
        [this] { return m_services.comparisons.isChosen(m_services.selection.tensor()); });
    actions.handle(
        "item.reveal_graph", this,
        [this] {
            showArrangement("graph");
            showDock(dock("graph"));
            m_services.graph.follow(true);
        },
        [this] { return dock("graph") && m_services.selection.tensor().isValid(); });
    for (PanelDock* one : std::as_const(m_docks))
        actions.handle(dockAction(one->info().id), this, [this, one] { toggleDock(one); });
    const auto hasRoot = [this] { return !m_services.session.roots().isEmpty(); };
    actions.handle(
        "view.maximise_panel", this, [this] { toggleMaximised(focusedDock()); },
        [this] { return !m_beforeMaximised.isEmpty() || focusedDock() != nullptr; });
    actions.handle(
        "view.full_screen", this, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    actions.handle("view.reset_layout", this, [this] { resetLayout(); });
    actions.handle(
        "view.next_panel", this, [this] { cyclePanel(1); }, [this] { return !m_isStarting; });
    actions.handle(
        "view.previous_panel", this, [this] { cyclePanel(-1); }, [this] { return !m_isStarting; });
    actions.handle(
        "view.next_tab", this, [this] { stepTab(1); }, hasRoot);
    actions.handle(
        "view.previous_tab", this, [this] { stepTab(-1); }, hasRoot);
    actions.handle("go.filter", this, [this] {
        PanelDock* const focused = focusedDock();
        QWidget* field = focused ? focused->panel()->filterField() : nullptr;
        for (auto next = m_docks.cbegin(); !field && next != m_docks.cend(); ++next) {
            QWidget* const shown = (*next)->panel()->filterField();
            field = shown && shown->isVisible() ? shown : nullptr;
        }
        if (field)
            field->setFocus(Qt::ShortcutFocusReason);
    });
    actions.handle("view.tasks", this, [this] { m_tasks->openList(); });
    actions.handle("file.quit", this, [this] { close(); });
    actions.handle(
        "file.close", this,
        [this] {
            if (const TensorRef& tensor = m_services.selection.tensor(); tensor.root)
                m_services.session.close(tensor.root);
            else if (!m_services.session.roots().isEmpty())
                m_services.session.close(m_services.session.roots().last());
        },
        hasRoot);
    actions.handle(
        "tools.rescan", this,
        [this] {
            for (OpenedRoot* root : m_services.session.roots())
                m_services.session.rescan(root);
        },
        hasRoot);
    actions.handle(
        "tools.continue", this,
        [this] {
            for (OpenedRoot* root : m_services.session.roots())
                m_services.session.resume(root);
        },
        [this] {
            const auto& roots = m_services.session.roots();
            return std::any_of(roots.begin(), roots.end(), Session::canResume);
        });
}

void MainWindow::retranslate()
{
    setWindowTitle(QStringLiteral("Dumpscope"));
    for (const auto& [menu, title] : std::as_const(m_menus)) {
        QString text = translated(title);
        if (text.startsWith(QLatin1Char('>')))
            text.remove(0, 1);
        menu->setTitle(text);
    }
    m_services.actions.retranslate();
    for (PanelDock* dock : std::as_const(m_docks))
        dock->retranslate();
    m_toolBar->setWindowTitle(tr("Toolbar"));
    const QString keys
        = m_services.actions.action("go.palette")->shortcut().toString(QKeySequence::NativeText);
    m_goTo->setWords(tr("Go to tensor, operator or action"), keys);
    updateTabs();
    updateStatus();
}

void MainWindow::updateStatus()
{
    const TensorRef& tensor = m_services.selection.tensor();
    // What is looked at there are pairs; a tensor that was selected elsewhere is none of them.
    const bool isInSight = arrangement() != "compare" || !m_services.comparisons.current()
        || m_services.comparisons.isChosen(tensor);
    QString facts;
    if (tensor.isValid() && isInSight) {
        const auto text = [&](const char* column) {
            const auto& table = *tensor.root->table();
            return QString::fromStdString(
                core::cellText(table.cell(tensor.id.value(), table.columnByName(column))));
        };
        facts = QStringList {text("dtype"), text("shape"), text("format")}.join(QLatin1Char(' ')).trimmed();
    }
    m_facts->setText(facts);
    const ProbedValue& probed = ProbedValue::of(m_services.selection);
    m_probe->setText(!isInSight || probed.element().empty()
            ? QString()
            : (indexText(probed.element()) + QLatin1Char(' ') + probed.words()).trimmed());
    const RowScope& scope = m_services.selection.scope();
    const std::size_t all = scope.rows      ? scope.rows->size()
        : scope.root && scope.root->index() ? scope.root->index()->tensorCount()
                                            : 0;
    const Selection::RowCounts rows
        = m_services.selection.rowCounts().value_or(Selection::RowCounts {all, all});
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    const QString selected = groupedNumber(static_cast<qint64>(m_services.selection.markedCount()));
    // Elsewhere the tensors are not what the tables show; those count their rows themselves.
    PanelDock* const tensors = dock("tensors");
    const QByteArrayView front = tensors ? inFrontOf(tensors)->info().id : "";
    const bool isCounted = arrangement() == "explore" && !m_services.session.roots().isEmpty()
        && (front == "tensors" || front == "statistics");
    m_counts->setText(rows.shown != rows.all
            ? tr("%1 of %2 rows, %3 selected").arg(number(rows.shown), number(rows.all), selected)
            : rows.all == 1 ? tr("1 row, %1 selected").arg(selected)
                            : tr("%1 rows, %2 selected").arg(number(rows.all), selected));
    m_counts->setVisible(isCounted);
    const auto hidden = static_cast<int>(m_services.selection.hiddenCount());
    m_hidden->setVisible(hidden > 0 && isCounted);
    m_hidden->setText(tr("%n selected item(s) hidden by the filter.", nullptr, hidden)
        + QStringLiteral(" <a href=\"show\">%1</a>").arg(tr("Show")));
    const int problems = m_services.problems.count(); // as behind the title of the panel
    updateCommand();
    m_problems->setText(problems == 0 ? tr("No problems") : tr("%n problem(s)", nullptr, problems));
    m_problems->setIcon(problems == 0 ? icon("check") : icon("warn", Token::Warn));
}

} // namespace dumpscope::gui
