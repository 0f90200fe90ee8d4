// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace dumpscope::gui {

/// A short table of whole rows in the style of the program: what DataTable is for rows of core, this
/// is for models of their own. `fill` takes the room left over.
class SimpleTable : public QTableView {
    Q_OBJECT
public:
    explicit SimpleTable(QWidget* parent = nullptr);
    void setRows(QAbstractItemModel* model, int fillColumn);
    /// Where less room is left over, the table scrolls sideways instead.
    void setFillLeast(int width);
    /// Selected rows, ascending; the current one when none is.
    [[nodiscard]] QList<int> chosenRows() const;
    /// Opens an editor; does nothing where the cell has none or one is open already.
    void editCell(const QModelIndex& index) { edit(index, AllEditTriggers, nullptr); }
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

signals:
    void menuRequested(const QPoint& globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();

    int m_fillColumn = -1, m_fillLeast = 0;
    bool m_isFilling = false;
};

} // namespace dumpscope::gui
