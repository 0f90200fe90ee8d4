// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of an arrangement stand, and how they follow the window's size.
#include "main_window.h"

#include "common/spacing.h"
#include "dock_shares.h"

#include <QStackedWidget>

#include <algorithm>
#include <map>
#include <string_view>

namespace dumpscope::gui {

namespace {

/// Of saveState; raise it when the default layouts change so much that old states make no sense.
constexpr int kLayoutVersion = 1;
constexpr int kNarrow = 1300, kSideWidth = 300; ///< docs/window.md 3.5

/// Becomes a tab of its neighbour while the window is narrow.
bool folds(const ArrangementSlot& place)
{
    return place.join == ArrangementSlot::Join::RightOrTab
        || (place.isAtSide && place.join == ArrangementSlot::Join::Below);
}

Qt::Orientation directionOf(const ArrangementSlot& place)
{
    return place.join == ArrangementSlot::Join::Below ? Qt::Vertical : Qt::Horizontal;
}

} // namespace

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
        // The layout that is left is this one's, not the wanted one's.
        m_layouts[arrangement()] = saveState(kLayoutVersion);
        m_arrangement = wanted;
        m_isLeaving = true;
        updateStartPage();
        m_isLeaving = false;
        return true;
    }
    if (std::exchange(m_isStarting, false)) {
        m_centre->hide();
        m_arrangement = nullptr;
    }
    const PanelDock* const focused = focusedDock();
    if (m_arrangement && m_beforeMaximised.isEmpty())
        m_layouts[arrangement()] = saveState(kLayoutVersion);
    m_beforeMaximised.clear();
    m_arrangement = wanted;
    m_arranging = true;
    m_shares->forget();
    const auto known = m_layouts.constFind(arrangement());
    if (known == m_layouts.cend()) {
        applyDefault(*wanted);
    } else if (!restoreState(*known, kLayoutVersion) || !isOnScreen()) {
        applyDefault(*wanted);
        m_services.problems.add({core::Severity::Warning, core::Code::BadSyntax, {},
            core::phrase("The panel layout could not be restored and was reset.")});
    }
    m_arranging = false;
    updateStatus();
    if (QAction* const action = m_services.actions.action(wanted->action))
        action->setChecked(true);
    updateTabs();
    // Qt gives the focus of what goes to any button.
    if (focused && focused->isHidden())
        focusPanel(inFrontOf(dock(wanted->essential)));
    return true;
}

void MainWindow::hideAllDocks()
{
    for (PanelDock* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        dock->hide(); // else its place is kept as one of a visible panel, and comes back as such
        removeDockWidget(dock);
    }
}

void MainWindow::applyDefault(const Arrangement& arrangement)
{
    hideAllDocks();
    for (const ArrangementSlot& place : arrangement.places) {
        PanelDock* const joining = dock(place.panel);
        PanelDock* const neighbour = place.neighbour ? dock(place.neighbour) : nullptr;
        if (!joining)
            continue;
        if (!neighbour || neighbour->isHidden())
            addDockWidget(Qt::LeftDockWidgetArea, joining);
        else if (place.join == ArrangementSlot::Join::TabOf || (isNarrow() && folds(place)))
            tabifyDockWidget(neighbour, joining);
        else
            splitDockWidget(neighbour, joining, directionOf(place));
        joining->show();
    }
    // The first of several tabs is in front.
    for (const ArrangementSlot& place : arrangement.places) {
        if (PanelDock* const front = dock(place.panel); front && place.join != ArrangementSlot::Join::TabOf
            && !(isNarrow() && (place.join == ArrangementSlot::Join::RightOrTab || folds(place))))
            front->raise();
    }
    std::map<std::string_view, QSize> sizes; // a share is one of what the neighbour has left
    for (const ArrangementSlot& place : arrangement.places) {
        PanelDock* const joining = dock(place.panel);
        PanelDock* const neighbour = place.neighbour ? dock(place.neighbour) : nullptr;
        QSize& own = sizes.try_emplace(place.panel, size()).first->second;
        if (!joining || !neighbour)
            continue;
        QSize& left = sizes.try_emplace(place.neighbour, size()).first->second;
        own = left;
        if (place.share == 0 || (isNarrow() && place.join == ArrangementSlot::Join::RightOrTab))
            continue;
        const bool across = directionOf(place) == Qt::Horizontal;
        const int whole = across ? left.width() : left.height();
        const int part
            = across && isNarrow() && place.isAtSide ? scaled(kSideWidth) : whole * place.share / 100;
        across ? own.setWidth(part) : own.setHeight(part);
        across ? left.setWidth(whole - part) : left.setHeight(whole - part);
        resizeDocks({neighbour, joining}, {whole - part, part}, across ? Qt::Horizontal : Qt::Vertical);
    }
    m_isFolded = isNarrow();
    m_isSmall = false;
    adaptToWidth();
}

bool MainWindow::isNarrow() const
{
    return width() < scaled(kNarrow);
}

// Docks at the side share one place while the window is narrow, and part again where the user left them so.
void MainWindow::foldSideColumns()
{
    if (!m_arrangement || m_isStarting || !m_beforeMaximised.isEmpty() || m_isFolded == isNarrow())
        return;
    m_isFolded = isNarrow();
    for (const ArrangementSlot& place : m_arrangement->places) {
        PanelDock* const folded = folds(place) ? dock(place.panel) : nullptr;
        PanelDock* const above = folded && place.neighbour ? dock(place.neighbour) : nullptr;
        if (!above || folded->isHidden() || folded->isFloating())
            continue;
        if (m_isFolded)
            tabifyDockWidget(above, folded);
        else if (tabifiedDockWidgets(above).contains(folded))
            splitDockWidget(above, folded, directionOf(place));
        above->raise();
    }
}

void MainWindow::resetLayout()
{
    m_beforeMaximised.clear();
    m_layouts.clear();
    if (m_arrangement && !m_isStarting) {
        m_arranging = true;
        applyDefault(*m_arrangement);
        m_arranging = false;
        updateTabs();
        // Docks that are put elsewhere lose the focus.
        if (PanelDock* const first = dock(m_arrangement->places.front().panel))
            showDock(first);
    }
}

QHash<QByteArray, QByteArray> MainWindow::saveLayouts()
{
    QHash<QByteArray, QByteArray> layouts = m_layouts;
    if (m_isStarting)
        return layouts;
    layouts[arrangement()] = m_beforeMaximised.isEmpty() ? saveState(kLayoutVersion) : m_beforeMaximised;
    return layouts;
}

void MainWindow::restoreLayouts(const QHash<QByteArray, QByteArray>& layouts)
{
    const QByteArray current = arrangement();
    m_layouts = layouts;
    if (m_isStarting)
        return;
    m_arrangement = nullptr;
    showArrangement(current);
}

void MainWindow::toggleMaximised(PanelDock* dock)
{
    if (!m_beforeMaximised.isEmpty()) {
        restoreState(std::exchange(m_beforeMaximised, {}), kLayoutVersion);
    } else if (dock) {
        m_beforeMaximised = saveState(kLayoutVersion);
        for (PanelDock* other : std::as_const(m_docks))
            other->setVisible(other == dock);
    }
    updateTabs();
}

void MainWindow::updateStartPage()
{
    const bool isEmpty = m_services.session.roots().isEmpty() && (!m_arrangement || m_arrangement->needsDump);
    if (isEmpty == m_isStarting)
        return;
    m_isStarting = isEmpty;
    if (isEmpty) {
        if (m_arrangement && m_beforeMaximised.isEmpty() && !m_isLeaving)
            m_layouts[arrangement()] = saveState(kLayoutVersion);
        for (PanelDock* dock : std::as_const(m_docks))
            dock->hide();
        m_centre->show();
        // Else what was hidden takes the keys back as soon as it is seen again.
        m_centre->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_centre->hide();
    const QByteArray wanted = m_arrangement ? arrangement() : QByteArray("explore");
    m_arrangement = nullptr;
    showArrangement(wanted);
    if (PanelDock* const first = m_arrangement ? dock(m_arrangement->essential) : nullptr)
        focusPanel(inFrontOf(first));
}

} // namespace dumpscope::gui
