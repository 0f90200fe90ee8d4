// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_accessible.h"

#include "common/accessible_table.h"
#include "heatmap/heatmap_view.h"

#include <QAccessibleWidget>
#include <QHash>

namespace dumpscope::gui {

namespace {

using Cells = HeatmapView::VisibleCells;

/// One cell on screen. Valid as long as the same cells are.
class AccessibleCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    AccessibleCell(HeatmapView* view, const Cells& cells, int row, int column)
        : m_view(view)
        , m_cells(cells)
        , m_row(row)
        , m_column(column)
    {
    }
    [[nodiscard]] bool isValid() const override { return m_view && m_view->visibleCells() == m_cells; }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override
    {
        return m_view ? m_view->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const bool isName = kind == QAccessible::Name || kind == QAccessible::Value;
        return isName && isValid() ? m_view->spokenCell(m_cells, m_row, m_column) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect place = m_view->cellPlace(m_cells, m_row, m_column);
        return {m_view->mapToGlobal(place.topLeft()), place.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Cell; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.readOnly = state.focusable = state.selectable = true;
        state.selected = isSelected();
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    [[nodiscard]] bool isSelected() const override
    {
        return isValid() && m_view->probe() && m_cells.place(*m_view->probe()) == QPoint(m_column, m_row);
    }
    [[nodiscard]] QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    [[nodiscard]] QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    [[nodiscard]] int columnIndex() const override { return m_column; }
    [[nodiscard]] int rowIndex() const override { return m_row; }
    [[nodiscard]] int columnExtent() const override { return 1; }
    [[nodiscard]] int rowExtent() const override { return 1; }
    [[nodiscard]] QAccessibleInterface* table() const override { return parent(); }

private:
    QPointer<HeatmapView> m_view;
    Cells m_cells;
    int m_row, m_column;
};

/// The cells on screen as a table: elements, or what is drawn for several of them.
class AccessibleHeatmap : public AccessibleTable {
public:
    explicit AccessibleHeatmap(HeatmapView* view)
        : AccessibleTable(view)
    {
    }
    ~AccessibleHeatmap() override { forget(); }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Value)
            return view()->spokenCell();
        if (kind == QAccessible::Description && view()->plane())
            return HeatmapView::tr("%1 rows, %2 columns")
                .arg(view()->plane()->rows)
                .arg(view()->plane()->columns);
        return QAccessibleWidget::text(kind);
    }
    [[nodiscard]] int childCount() const override { return rowCount() * columnCount(); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        const int columns = columnCount();
        return columns > 0 && index >= 0 ? cellAt(index / columns, index % columns) : nullptr;
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        auto* const cell = child ? const_cast<QAccessibleInterface*>(child)->tableCellInterface() : nullptr;
        return cell ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint at = view()->cellUnder(view()->mapFromGlobal(QPoint(x, y)));
        return at.x() < 0 ? nullptr : cellAt(at.y(), at.x());
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override { return probed(); }

    [[nodiscard]] int rowCount() const override { return view()->visibleCells().rows; }
    [[nodiscard]] int columnCount() const override { return view()->visibleCells().columns; }
    [[nodiscard]] QAccessibleInterface* cellAt(int row, int column) const override
    {
        const Cells cells = view()->visibleCells();
        if (row < 0 || column < 0 || row >= cells.rows || column >= cells.columns)
            return nullptr;
        if (!(cells == m_known)) {
            forget();
            m_known = cells;
        }
        QAccessible::Id& id = m_cells[row * cells.columns + column];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new AccessibleCell(view(), cells, row, column));
        return QAccessible::accessibleInterface(id);
    }
    [[nodiscard]] QString rowDescription(int row) const override
    {
        return view()->visibleCells().rowName(row);
    }
    [[nodiscard]] QString columnDescription(int column) const override
    {
        return view()->visibleCells().columnName(column);
    }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forget(); }

private:
    [[nodiscard]] HeatmapView* view() const { return static_cast<HeatmapView*>(widget()); }
    [[nodiscard]] QAccessibleInterface* probed() const
    {
        if (!view()->probe())
            return nullptr;
        const QPoint at = view()->visibleCells().place(*view()->probe());
        return at.x() < 0 ? nullptr : cellAt(at.y(), at.x());
    }
    void forget() const
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
        m_cells.clear();
    }

    mutable Cells m_known;
    mutable QHash<int, QAccessible::Id> m_cells; ///< of m_known, by row * columns + column
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* const view = qobject_cast<HeatmapView*>(object);
    return view ? new AccessibleHeatmap(view) : nullptr;
}

} // namespace

void installHeatmapAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

// --- What there is to speak of

QString HeatmapView::VisibleCells::rowName(int row) const
{
    const std::uint64_t first = firstRow + static_cast<std::uint64_t>(row) * blockRows;
    return blockRows == 1 ? HeatmapView::tr("row %1").arg(first)
                          : HeatmapView::tr("rows %1 to %2").arg(first).arg(first + blockRows - 1);
}

QString HeatmapView::VisibleCells::columnName(int column) const
{
    const std::uint64_t first = firstColumn + static_cast<std::uint64_t>(column) * blockColumns;
    return blockColumns == 1 ? HeatmapView::tr("column %1").arg(first)
                             : HeatmapView::tr("columns %1 to %2").arg(first).arg(first + blockColumns - 1);
}

QPoint HeatmapView::VisibleCells::place(const Cell& cell) const
{
    if (rows == 0 || columns == 0 || cell.first < firstRow || cell.second < firstColumn)
        return {-1, -1};
    const std::uint64_t row = (cell.first - firstRow) / blockRows;
    const std::uint64_t column = (cell.second - firstColumn) / blockColumns;
    const bool isThere
        = row < static_cast<std::uint64_t>(rows) && column < static_cast<std::uint64_t>(columns);
    return isThere ? QPoint(static_cast<int>(column), static_cast<int>(row)) : QPoint(-1, -1);
}

} // namespace dumpscope::gui
