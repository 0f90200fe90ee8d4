// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QHash>
#include <QPointer>
#include <QStyledItemDelegate>

class QAbstractItemView;

namespace dumpscope::gui {

class Theme;

/// What a cell with a TintRole of `share` is painted with, above its ground.
[[nodiscard]] QColor tintColour(double share, const Theme& theme);

/// Paints every cell of every table and tree by the roles of common/cell_roles.h. Numbers are never
/// elided: their column grows. Names are elided by segments, each as little as its column has room for.
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
    struct CommonEnd {
        int width; ///< of the column it was found for
        QString end;
    };
    [[nodiscard]] static Cell read(const QStyleOptionViewItem& option, const QModelIndex& index);
    [[nodiscard]] QString fittingText(
        const Cell& cell, const QStyleOptionViewItem& option, const QModelIndex& index, int width) const;
    /// What all visible names of a column end in, which goes where not even the last segment has room.
    [[nodiscard]] QString endOfAll(const QAbstractItemView& view, const QModelIndex& index) const;
    void askForWidth(const QStyleOptionViewItem& option, const QModelIndex& index, int width) const;

    /// By column, good for one repaint of the view.
    mutable QHash<int, CommonEnd> m_ends;
    mutable QPointer<const QWidget> m_watched;
};

} // namespace dumpscope::gui
