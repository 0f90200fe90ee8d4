// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>

class QMainWindow;

namespace dumpscope::gui {

struct Arrangement;
class DockShares;
class FloatingDocks;
class PanelDock;

/// Where the docks of each arrangement stand: as the user left them, else by default; one of them alone while
/// it is maximised; and how they follow the width of the window.
class DockLayouts : public QObject {
    Q_OBJECT
public:
    /// The docks live as long as this.
    DockLayouts(QMainWindow& window, const QList<PanelDock*>& docks, const FloatingDocks& floating);

    void watch(PanelDock* dock);
    /// False: what was kept of it could not be restored; it stands by default.
    bool show(const Arrangement& arrangement);
    /// How the docks stand now is how the user wants them in it; nothing while one is maximised.
    void keep(const Arrangement& arrangement);
    void forgetAll();
    /// QMainWindow::saveState by arrangement, with how those of `shown` stand now; null: none is shown.
    [[nodiscard]] QHash<QByteArray, QByteArray> all(const Arrangement* shown) const;
    void setAll(const QHash<QByteArray, QByteArray>& layouts) { m_kept = layouts; }

    [[nodiscard]] bool isMaximised() const { return !m_beforeMaximised.isEmpty(); }
    /// The dock alone, or all as before; null: as before, or nothing.
    void toggleMaximised(PanelDock* dock);
    /// After the window's size changed; null: no docks are shown.
    void followWindow(const Arrangement* shown);
    /// The docks are on their way to their places.
    [[nodiscard]] bool isArranging() const { return m_isArranging; }

signals:
    /// Docks became tabs of others, or no longer are.
    void folded();

private:
    [[nodiscard]] bool restore(const QByteArray& state);
    [[nodiscard]] bool isNarrow() const;
    void hideAll();
    void applyDefault(const Arrangement& arrangement);
    void join(const Arrangement& arrangement);
    void giveShares(const Arrangement& arrangement);
    void foldSideColumns(const Arrangement& shown);
    void fold(const Arrangement& shown);
    void unfold(const Arrangement& shown);
    /// Which docks stand where, whatever their sizes.
    [[nodiscard]] QStringList placement() const;
    void fitTree();

    QMainWindow& m_window;
    const QList<PanelDock*>& m_docks;
    const FloatingDocks& m_floating;
    DockShares* m_shares;
    const Arrangement* m_shown = nullptr; ///< of the docks' places; null: none was shown yet
    QHash<QByteArray, QByteArray> m_kept;
    QByteArray m_beforeMaximised; ///< empty: nothing is maximised
    QByteArray m_beforeFolded;    ///< empty: it was folded from the start
    QStringList m_foldedAs;       ///< placement once it was folded
    bool m_isArranging = false, m_isFolded = false, m_isSmall = false;
};

} // namespace dumpscope::gui
