// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/column_model.h"

#include <QJsonObject>
#include <QStringList>

#include <vector>

class QStyleOptionViewItem;
class QTableView;

namespace dumpscope::gui {

/// Which columns of a table are shown, in what order, how wide, and which stay at the left while it scrolls.
/// Numbers are as wide as the widest one shown, names take the room left over. GUI thread.
class TableColumns : public QObject {
    Q_OBJECT
public:
    explicit TableColumns(QTableView& table);

    /// Lays out anew whenever the model has other columns.
    void setModel(ColumnModel* model);
    /// Keys of the columns that are shown at first, in this order; the first takes the room left over.
    void setDefaults(const QList<QByteArray>& keys);

    /// As shown, left to right.
    [[nodiscard]] std::vector<int> shown() const;
    void show(int column, bool visible);
    /// Exactly the default columns, in their order.
    [[nodiscard]] bool areDefaults() const { return shown() == defaults(); }
    /// The header shows its order; what a click on it would sort by may be another key.
    void sortBy(const core::SortKey& key);
    void pin(int column, bool pinned);
    [[nodiscard]] bool isPinned(int column) const { return m_pinned.contains(column); }
    /// As wide as its content, which stays so as if the user had drawn it.
    void fitByHand(int column);

    /// Shows the pinned columns over the table.
    [[nodiscard]] QTableView* pinnedView() const { return m_pinnedView; }
    /// The table has another size.
    void fillRoom();
    /// Measures texts once there are some.
    void fit();
    /// Before rows are painted. `option`: of the table.
    void grow(const QStyleOptionViewItem& option);
    /// Texts have another width.
    void fontChanged();

    /// What the user chose, and nothing that follows from the rows or the room there is.
    [[nodiscard]] QJsonObject save() const;
    void restore(const QJsonObject& view);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// A header was clicked.
    void sorted();

private:
    void forget();
    void find();
    void applyDefaults();
    [[nodiscard]] QString keyOf(int column) const;
    [[nodiscard]] std::vector<int> defaults() const;
    [[nodiscard]] int fittingWidth(int column, int wanted) const;
    [[nodiscard]] int contentWidth(int column) const;
    void measureNames();
    void fillWidth();
    void giveArrowRoom(int column);
    void layOutPinned();

    QTableView& m_table;
    ColumnModel* m_model = nullptr;
    QTableView* m_pinnedView;
    QList<int> m_pinned;
    QStringList m_keptPinned; ///< by key, while the columns are replaced
    QList<QByteArray> m_defaults;
    int m_fillColumn = -1, m_fillMinimum = 160;
    bool m_isLaidOut = false, m_isFitted = false, m_isFilling = false, m_isHeaderPressed = false;
    QJsonObject m_widthsByHand;             ///< by key of the column
    int m_grownFirst = 0, m_grownLast = -1; ///< rows whose numbers have the room they need
};

} // namespace dumpscope::gui
