// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPointer>
#include <QStyledItemDelegate>

class QAbstractItemView;

namespace dumpscope::gui {

/// Paints every cell of every table and tree by the roles of common/cell_roles.h. Numbers are never
/// elided: their column grows. Names are elided by segments, at one level for all visible rows of a
/// column.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Width of the whole content, unelided; height rowHeight().
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The model's tooltip, or the whole text of an elided cell.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Cell;
    struct Level {
        int level;
        int width;   ///< of the column it was found for
        QString end; ///< that all names share, where not even the last level fits
    };
    [[nodiscard]] static Cell read(const QStyleOptionViewItem& option, const QModelIndex& index);
    [[nodiscard]] QString fittingText(
        const Cell& cell, const QStyleOptionViewItem& option, const QModelIndex& index, int width) const;
    [[nodiscard]] Level columnLevel(const QAbstractItemView& view, const QModelIndex& index) const;
    void askForWidth(const QStyleOptionViewItem& option, const QModelIndex& index, int width) const;

    /// Elision levels by column, good for one repaint of the view.
    mutable QHash<int, Level> m_levels;
    mutable QPointer<const QWidget> m_watched;
};

} // namespace dumpscope::gui
