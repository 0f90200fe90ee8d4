// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_accessible.h"

#include "common/accessible_table.h"
#include "graph/graph_canvas.h"

#include <QHash>
#include <QPointer>

#include <algorithm>

namespace dumpscope::gui {

namespace {

using Picture = std::shared_ptr<const core::GraphPicture>;

/// A node or scope that is seen. Valid as long as the same picture is.
class AccessibleNode : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    AccessibleNode(GraphCanvas* canvas, int row)
        : m_canvas(canvas)
        , m_picture(canvas->picture())
        , m_row(row)
    {
    }
    [[nodiscard]] bool isValid() const override
    {
        return m_canvas && m_picture == m_canvas->picture()
            && static_cast<std::size_t>(m_row) < m_canvas->reading().size();
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override
    {
        return m_canvas ? m_canvas->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return m_canvas ? QAccessible::queryAccessibleInterface(m_canvas) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const bool isName = kind == QAccessible::Name || kind == QAccessible::Value;
        return isName && isValid() ? m_canvas->spoken(place()) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect rect = m_canvas->screenRect(place());
        return {m_canvas->mapToGlobal(rect.topLeft()), rect.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Cell; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.readOnly = state.focusable = state.selectable = true;
        state.selected = isSelected();
        state.focused = state.selected && m_canvas->hasFocus();
        if (isValid() && m_picture->places[place()].item.isScope) {
            state.expandable = true;
            state.expanded = m_picture->places[place()].isOpen;
            state.collapsed = !state.expanded;
        }
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    [[nodiscard]] bool isSelected() const override
    {
        return isValid() && m_canvas->currentPlace() == place();
    }
    [[nodiscard]] QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    [[nodiscard]] QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    [[nodiscard]] int columnIndex() const override { return 0; }
    [[nodiscard]] int rowIndex() const override { return m_row; }
    [[nodiscard]] int columnExtent() const override { return 1; }
    [[nodiscard]] int rowExtent() const override { return 1; }
    [[nodiscard]] QAccessibleInterface* table() const override { return parent(); }

private:
    [[nodiscard]] std::uint32_t place() const { return m_canvas->reading()[static_cast<std::size_t>(m_row)]; }

    QPointer<GraphCanvas> m_canvas;
    Picture m_picture;
    int m_row;
};

/// What is seen of a graph, one row for each node and scope in reading order.
class AccessibleGraph : public AccessibleTable {
public:
    explicit AccessibleGraph(GraphCanvas* canvas)
        : AccessibleTable(canvas)
    {
    }
    ~AccessibleGraph() override { forget(); }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Value && canvas()->currentPlace() != core::ScopeTree::kNone)
            return canvas()->spokenCurrent();
        if (kind == QAccessible::Description)
            return GraphCanvas::tr("%n nodes and scopes", nullptr, rowCount());
        return QAccessibleWidget::text(kind);
    }
    [[nodiscard]] int childCount() const override { return rowCount(); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override { return cellAt(index, 0); }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        auto* const cell = child ? const_cast<QAccessibleInterface*>(child)->tableCellInterface() : nullptr;
        return cell ? cell->rowIndex() : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        return rowOf(canvas()->placeUnder(canvas()->mapFromGlobal(QPointF(x, y))));
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return rowOf(canvas()->currentPlace());
    }

    [[nodiscard]] int rowCount() const override { return static_cast<int>(canvas()->reading().size()); }
    [[nodiscard]] int columnCount() const override { return 1; }
    [[nodiscard]] QAccessibleInterface* cellAt(int row, int column) const override
    {
        if (row < 0 || row >= rowCount() || column != 0)
            return nullptr;
        if (m_known != canvas()->picture()) {
            forget();
            m_known = canvas()->picture();
        }
        QAccessible::Id& id = m_nodes[row];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new AccessibleNode(canvas(), row));
        return QAccessible::accessibleInterface(id);
    }
    [[nodiscard]] QString rowDescription(int) const override { return {}; }
    [[nodiscard]] QString columnDescription(int) const override { return {}; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forget(); }

private:
    [[nodiscard]] GraphCanvas* canvas() const { return static_cast<GraphCanvas*>(widget()); }
    [[nodiscard]] QAccessibleInterface* rowOf(std::uint32_t place) const
    {
        const auto& reading = canvas()->reading();
        const auto found = std::ranges::find(reading, place);
        return found == reading.end() ? nullptr : cellAt(static_cast<int>(found - reading.begin()), 0);
    }
    void forget() const
    {
        for (const QAccessible::Id id : std::as_const(m_nodes))
            QAccessible::deleteAccessibleInterface(id);
        m_nodes.clear();
    }

    mutable Picture m_known;
    mutable QHash<int, QAccessible::Id> m_nodes; ///< by row, of m_known
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* const canvas = qobject_cast<GraphCanvas*>(object);
    return canvas ? new AccessibleGraph(canvas) : nullptr;
}

} // namespace

void installGraphAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace dumpscope::gui
