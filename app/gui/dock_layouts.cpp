// SPDX-License-Identifier: GPL-3.0-or-later
#include "dock_layouts.h"

#include "arrangement.h"
#include "common/spacing.h"
#include "dock_focus.h"
#include "dock_shares.h"
#include "floating_docks.h"
#include "panel_dock.h"

#include <QMainWindow>
#include <QScopedValueRollback>

#include <algorithm>
#include <map>
#include <string_view>

namespace dumpscope::gui {

namespace {

/// Of saveState; raise it when the default layouts change so much that old states make no sense.
constexpr int kLayoutVersion = 1;
/// docs/window.md 3.5
constexpr int kNarrow = 1300, kSideWidth = 300, kSmallWindow = 1150, kTreeWidth = 220, kTreeShare = 21;

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

DockLayouts::DockLayouts(QMainWindow& window, const QList<PanelDock*>& docks, const FloatingDocks& floating)
    : m_window(window)
    , m_docks(docks)
    , m_floating(floating)
    , m_shares(new DockShares(window))
{
}

void DockLayouts::watch(PanelDock* dock)
{
    m_shares->watch(dock);
}

bool DockLayouts::show(const Arrangement& arrangement)
{
    m_beforeMaximised.clear();
    m_shown = &arrangement;
    m_isArranging = true;
    m_shares->forget();
    m_foldedAs.clear();
    const auto kept = m_kept.constFind(arrangement.id);
    const bool isKept = kept != m_kept.cend();
    const bool isRestored = isKept && restore(*kept) && m_floating.areReachable();
    if (!isRestored)
        applyDefault(arrangement);
    m_isArranging = false;
    return isRestored || !isKept;
}

void DockLayouts::keep(const Arrangement& arrangement)
{
    if (!isMaximised())
        m_kept[arrangement.id] = m_window.saveState(kLayoutVersion);
}

void DockLayouts::forgetAll()
{
    m_beforeMaximised.clear();
    m_kept.clear();
}

QHash<QByteArray, QByteArray> DockLayouts::all(const Arrangement* shown) const
{
    QHash<QByteArray, QByteArray> layouts = m_kept;
    if (shown)
        layouts[shown->id] = isMaximised() ? m_beforeMaximised : m_window.saveState(kLayoutVersion);
    return layouts;
}

void DockLayouts::toggleMaximised(PanelDock* dock)
{
    const KeptFocus focus;
    if (isMaximised()) {
        (void)restore(std::exchange(m_beforeMaximised, {})); // a state of this window
    } else if (dock) {
        m_beforeMaximised = m_window.saveState(kLayoutVersion);
        for (PanelDock* other : m_docks)
            other->setVisible(other == dock);
    }
}

// The state has a place for every dock there ever was, also for those that had none when it was saved: that
// would be one across the whole window. What is closed and no part of the arrangement has no place.
bool DockLayouts::restore(const QByteArray& state)
{
    if (!m_window.restoreState(state, kLayoutVersion))
        return false;
    if (!m_shown) // the start page: no dock belongs there
        return true;
    for (PanelDock* dock : m_docks) {
        const bool isPart = std::ranges::any_of(m_shown->places, [dock](const ArrangementSlot& place) {
            return QByteArrayView(place.panel) == QByteArrayView(dock->info().id);
        });
        if (!isPart && dock->isHidden())
            m_window.removeDockWidget(dock);
    }
    return true;
}

void DockLayouts::hideAll()
{
    for (PanelDock* dock : m_docks) {
        dock->setFloating(false);
        dock->hide(); // else its place is kept as one of a visible panel, and comes back as such
        m_window.removeDockWidget(dock);
    }
}

void DockLayouts::applyDefault(const Arrangement& arrangement)
{
    hideAll();
    join(arrangement);
    // The first of several tabs is in front.
    for (const ArrangementSlot& place : arrangement.places) {
        if (PanelDock* const front = findDock(m_docks, place.panel);
            front && place.join != ArrangementSlot::Join::TabOf && !(isNarrow() && folds(place)))
            front->raise();
    }
    giveShares(arrangement);
    m_isFolded = isNarrow();
    m_beforeFolded.clear();
    m_foldedAs = m_isFolded && std::ranges::any_of(arrangement.places, folds) ? placement() : QStringList();
    m_isSmall = false;
    fitTree();
}

void DockLayouts::join(const Arrangement& arrangement)
{
    for (const ArrangementSlot& place : arrangement.places) {
        PanelDock* const joining = findDock(m_docks, place.panel);
        PanelDock* const neighbour = place.neighbour ? findDock(m_docks, place.neighbour) : nullptr;
        if (!joining)
            continue;
        if (!neighbour || neighbour->isHidden())
            m_window.addDockWidget(Qt::LeftDockWidgetArea, joining);
        else if (place.join == ArrangementSlot::Join::TabOf || (isNarrow() && folds(place)))
            m_window.tabifyDockWidget(neighbour, joining);
        else
            m_window.splitDockWidget(neighbour, joining, directionOf(place));
        joining->show();
    }
}

void DockLayouts::giveShares(const Arrangement& arrangement)
{
    std::map<std::string_view, QSize> sizes; // a share is one of what the neighbour has left
    for (const ArrangementSlot& place : arrangement.places) {
        PanelDock* const joining = findDock(m_docks, place.panel);
        PanelDock* const neighbour = place.neighbour ? findDock(m_docks, place.neighbour) : nullptr;
        QSize& own = sizes.try_emplace(place.panel, m_window.size()).first->second;
        if (!joining || !neighbour)
            continue;
        QSize& left = sizes.try_emplace(place.neighbour, m_window.size()).first->second;
        own = left;
        if (place.share == 0 || (isNarrow() && place.join == ArrangementSlot::Join::RightOrTab))
            continue;
        const Qt::Orientation direction = directionOf(place);
        const bool across = direction == Qt::Horizontal;
        const int whole = across ? left.width() : left.height();
        const int part
            = across && isNarrow() && place.isAtSide ? scaled(kSideWidth) : whole * place.share / 100;
        across ? own.setWidth(part) : own.setHeight(part);
        across ? left.setWidth(whole - part) : left.setHeight(whole - part);
        m_window.resizeDocks({neighbour, joining}, {whole - part, part}, direction);
    }
}

bool DockLayouts::isNarrow() const
{
    return m_window.width() < scaled(kNarrow);
}

void DockLayouts::followWindow(const Arrangement* shown)
{
    fitTree();
    if (shown)
        foldSideColumns(*shown);
    m_shares->followWindow();
}

// Once on the way, so that the user's own width stays; where the tree stands at all.
void DockLayouts::fitTree()
{
    const bool isSmall = m_window.width() < scaled(kSmallWindow);
    PanelDock* const tree = findDock(m_docks, "dumps");
    if (tree && m_window.dockWidgetArea(tree) != Qt::NoDockWidgetArea
        && std::exchange(m_isSmall, isSmall) != isSmall)
        m_window.resizeDocks(
            {tree}, {isSmall ? scaled(kTreeWidth) : m_window.width() * kTreeShare / 100}, Qt::Horizontal);
}

// Docks at the side share one place while the window is narrow, and part again where the user left them so.
void DockLayouts::foldSideColumns(const Arrangement& shown)
{
    if (isMaximised() || m_isFolded == isNarrow())
        return;
    m_isFolded = isNarrow();
    const QScopedValueRollback arranging(m_isArranging, true);
    const KeptFocus focus;
    m_isFolded ? fold(shown) : unfold(shown);
    emit folded();
}

void DockLayouts::fold(const Arrangement& shown)
{
    m_beforeFolded = m_window.saveState(kLayoutVersion);
    bool hasFolded = false;
    for (const ArrangementSlot& place : shown.places) {
        PanelDock* const folded = folds(place) ? findDock(m_docks, place.panel) : nullptr;
        PanelDock* const above = folded && place.neighbour ? findDock(m_docks, place.neighbour) : nullptr;
        if (!above || folded->isHidden() || folded->isFloating())
            continue;
        // Its own tabs go along, else one of them stays behind alone.
        const QList<QDockWidget*> tabs = m_window.tabifiedDockWidgets(folded);
        m_window.tabifyDockWidget(above, folded);
        if (!tabs.contains(above)) {
            for (QDockWidget* tab : tabs) {
                if (!tab->isHidden() && !tab->isFloating())
                    m_window.tabifyDockWidget(above, tab);
            }
        }
        above->raise();
        hasFolded = true;
    }
    m_foldedAs = hasFolded ? placement() : QStringList();
}

// What the user put elsewhere meanwhile stays there.
void DockLayouts::unfold(const Arrangement& shown)
{
    if (m_foldedAs.isEmpty() || placement() != m_foldedAs)
        return;
    QList<PanelDock*> seen; // tabs in front
    std::copy_if(m_docks.begin(), m_docks.end(), std::back_inserter(seen),
        [](const PanelDock* dock) { return dock->isVisible() && !dock->visibleRegion().isEmpty(); });
    if (m_beforeFolded.isEmpty() || !restore(m_beforeFolded))
        applyDefault(shown);
    for (PanelDock* dock : std::as_const(seen)) {
        const bool isAtSide = std::ranges::any_of(shown.places, [&](const ArrangementSlot& place) {
            return place.isAtSide && findDock(m_docks, place.panel) == dock;
        });
        if (!isAtSide)
            dock->raise();
    }
}

QStringList DockLayouts::placement() const
{
    QStringList all;
    for (PanelDock* dock : m_docks) {
        if (m_window.dockWidgetArea(dock) == Qt::NoDockWidgetArea || dock->isHidden())
            continue;
        QStringList beside {dock->objectName(), QString::number(dock->isFloating())};
        for (const QDockWidget* tab : m_window.tabifiedDockWidgets(dock))
            beside.append(tab->objectName());
        std::sort(beside.begin() + 2, beside.end());
        all.append(beside.join(QLatin1Char(' ')));
    }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace dumpscope::gui
