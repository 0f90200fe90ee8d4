// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "arrangement.h"
#include "kit/tensor_menu.h"

#include <algorithm>

// What the window does by keys and menus: docks, arrangements, what is open and selected.
namespace dumpscope::gui {

void MainWindow::connectActions()
{
    ActionRegistry& actions = m_services.actions;
    Session& session = m_services.session;
    Selection& selection = m_services.selection;
    Comparisons& comparisons = m_services.comparisons;
    handleTensorActions(m_services.workbench, this);
    for (const ActionInfo& info : actionTable()) {
        if (info.context == KeyContext::Window)
            addAction(actions.action(info.id));
    }
    const auto hasTensor = [&selection] { return selection.tensor().isValid(); };
    const auto hasRoot = [&session] { return !session.roots().isEmpty(); };
    actions.handle(
        "item.reveal_source", this, [this] { showDock(dock("source")); },
        [this, hasTensor] { return dock("source") && hasTensor(); });
    actions.handle(
        "item.open_new_tab", this, [&selection] { selection.pin(selection.tensor(), {}); }, hasTensor);
    actions.handle(
        "item.open_counterpart", this, [&comparisons] { comparisons.open(*comparisons.pair()); },
        [&] { return comparisons.isChosen(selection.tensor()); });
    actions.handle(
        "item.reveal_graph", this,
        [this] {
            showArrangement("graph");
            showDock(dock("graph"));
            m_services.graph.follow(true);
        },
        [this, hasTensor] { return dock("graph") && hasTensor(); });
    actions.handle("go.filter", this, [this] { focusFilter(); });
    actions.handle("view.tasks", this, [this] { m_status.openTasks(); });
    actions.handle("file.quit", this, [this] { close(); });
    actions.handle(
        "file.close", this,
        [&] {
            if (OpenedRoot* const root = selection.tensor().root)
                session.close(root);
            else if (!session.roots().isEmpty())
                session.close(session.roots().last());
        },
        hasRoot);
    actions.handle(
        "tools.rescan", this,
        [&session] {
            for (OpenedRoot* root : session.roots())
                session.rescan(root);
        },
        hasRoot);
    actions.handle(
        "tools.continue", this,
        [&session] {
            for (OpenedRoot* root : session.roots())
                session.resume(root);
        },
        [&session] {
            const auto& roots = session.roots();
            return std::any_of(roots.begin(), roots.end(), Session::canResume);
        });
}

void MainWindow::connectDockActions()
{
    ActionRegistry& actions = m_services.actions;
    for (const Arrangement& arrangement : arrangements()) {
        actions.handle(
            arrangement.action, this, [this, id = arrangement.id] { showArrangement(id); },
            [this, needed = arrangement.essential] { return dock(needed) != nullptr; });
    }
    for (PanelDock* one : std::as_const(m_docks))
        actions.handle(one->keyAction(), this, [this, one] { toggleDock(one); });
    actions.handle(
        "view.maximise_panel", this, [this] { toggleMaximised(m_focus.focused()); },
        [this] { return m_layouts.isMaximised() || m_focus.focused() != nullptr; });
    actions.handle(
        "view.full_screen", this, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    actions.handle("view.reset_layout", this, [this] { resetLayout(); });
    const auto handleSteps = [&](const char* next, const char* previous, auto go, auto isPossible) {
        actions.handle(
            next, this, [go] { go(1); }, isPossible);
        actions.handle(
            previous, this, [go] { go(-1); }, isPossible);
    };
    handleSteps(
        "view.next_panel", "view.previous_panel",
        [this](int direction) {
            if (PanelDock* const next = m_focus.next(direction))
                showDock(next);
        },
        [this] { return !m_isStarting; });
    handleSteps(
        "view.next_tab", "view.previous_tab",
        [this](int direction) {
            PanelDock* const focused = m_focus.focused();
            if (PanelDock* const front = focused ? m_tabs.step(*focused, direction) : nullptr)
                showDock(front);
        },
        [this] { return !m_services.session.roots().isEmpty(); });
}

} // namespace dumpscope::gui
