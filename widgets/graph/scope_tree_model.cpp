// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scope_tree_model.h"
#include "common/core_text.h"

#include "common/cell_roles.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "graph/graph_painter.h"
#include "graph/node_table.h"

#include <algorithm>

namespace dumpscope::gui {

ScopeTreeModel::ScopeTreeModel(const ShownGraph& shown, QObject* parent)
    : QAbstractItemModel(parent)
    , m_shown(shown)
{
    connect(&shown, &ShownGraph::graphChanged, this, &ScopeTreeModel::rebuild);
    connect(&shown, &ShownGraph::marksChanged, this, &ScopeTreeModel::showMarks);
    rebuild();
}

void ScopeTreeModel::setFilter(const core::FilterExpression& filter)
{
    m_filter = filter;
    rebuild();
}

void ScopeTreeModel::rebuild()
{
    beginResetModel();
    m_loaded = m_shown.loaded();
    m_number = m_loaded ? m_shown.number() : 0;
    m_nodes = 0;
    m_children.clear();
    m_rowOfScope.clear();
    m_rowOfNode.clear();
    if (m_loaded) {
        const core::ScopeTree& tree = m_shown.tree();
        std::vector<bool> isKept(m_shown.graph().nodes().size(), m_filter.matchesEverything());
        if (!m_filter.matchesEverything()) {
            for (const core::NodeId node : NodeTable(m_shown).matching(m_filter))
                isKept[node.value()] = true;
        } else if (const auto& hidden = m_shown.fold().hidden) { // whoever looks for them finds them
            for (std::uint32_t node = 0; node < isKept.size(); ++node)
                isKept[node] = !hidden->holds(core::NodeId(node));
        }
        m_nodes = static_cast<std::size_t>(std::ranges::count(isKept, true));
        m_children.resize(tree.scopes().size());
        m_rowOfScope.assign(tree.scopes().size(), -1);
        m_rowOfNode.assign(isKept.size(), -1);
        // Backwards, so that a scope knows whether anything is left in those below.
        for (std::size_t scope = m_children.size(); scope-- > 0;) {
            for (const Item& child : tree.scope(static_cast<std::uint32_t>(scope)).children) {
                if (child.isScope ? m_children[child.index].empty() : !isKept[child.index])
                    continue;
                (child.isScope ? m_rowOfScope : m_rowOfNode)[child.index]
                    = static_cast<int>(m_children[scope].size());
                m_children[scope].push_back(child);
            }
        }
        m_rowOfScope[0] = 0;
    }
    endResetModel();
}

void ScopeTreeModel::showMarks()
{
    // Whatever is unfolded in a view asks again.
    for (std::size_t scope = 0; scope < m_children.size(); ++scope) {
        const QModelIndex above = indexOf({true, static_cast<std::uint32_t>(scope)});
        if (above.isValid() && !m_children[scope].empty())
            emit dataChanged(
                index(0, 0, above), index(rowCount(above) - 1, 0, above), {StateRole, Qt::ToolTipRole});
    }
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(0, 0), {StateRole});
}

std::optional<ScopeTreeModel::Item> ScopeTreeModel::itemAt(const QModelIndex& index) const
{
    return index.isValid() ? std::optional(itemOf(index.internalId())) : std::nullopt;
}

QModelIndex ScopeTreeModel::indexOf(const Item& item) const
{
    const auto& rows = item.isScope ? m_rowOfScope : m_rowOfNode;
    if (item.index >= rows.size() || rows[item.index] < 0)
        return {};
    return createIndex(rows[item.index], 0, keyOf(item));
}

QModelIndex ScopeTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(0, 0, keyOf({true, 0}));
    return createIndex(
        row, 0, keyOf(m_children[itemOf(parent.internalId()).index][static_cast<std::size_t>(row)]));
}

QModelIndex ScopeTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || !m_loaded)
        return {};
    const std::uint32_t above = m_loaded->parts[m_number].tree.parentOf(itemOf(child.internalId()));
    return above == core::ScopeTree::kNone ? QModelIndex() : indexOf({true, above});
}

int ScopeTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!m_loaded)
        return 0;
    if (!parent.isValid())
        return 1;
    const Item item = itemOf(parent.internalId());
    return item.isScope && parent.column() == 0 ? static_cast<int>(m_children[item.index].size()) : 0;
}

int ScopeTreeModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QVariant ScopeTreeModel::data(const QModelIndex& index, int role) const
{
    // Between another graph and the reset that follows there is nothing to say.
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_loaded != m_shown.loaded()
        || m_number != m_shown.number())
        return {};
    const Item item = itemOf(index.internalId());
    const core::Graph& graph = m_shown.graph();
    switch (role) {
    case Qt::DisplayRole:
        return shownName(m_shown.nameOf(item));
    case StateRole:
        return static_cast<int>(m_shown.stateOf(item));
    case PathRole:
        return true;
    default:
        break;
    }
    if (item.isScope) {
        const core::ScopeTree::Scope& scope = m_shown.tree().scope(item.index);
        switch (role) {
        case IconNameRole:
            return QByteArray(item.index == 0 ? "graph" : "scope");
        case SecondaryTextRole:
            return groupedNumber(scope.endNode - scope.firstNode);
        case Qt::ToolTipRole:
            return fromCore(scope.path);
        default:
            return {};
        }
    }
    const core::GraphNode& node = graph.node(item.node());
    switch (role) {
    case IconNameRole:
        return QByteArray(node.kind == core::NodeKind::Operator ? "operator"
                : node.kind == core::NodeKind::Module           ? "scope"
                                                                : "tensor");
    case DimRole:
        return node.kind == core::NodeKind::Constant;
    case Qt::ToolTipRole: {
        const QString words = markWords(m_shown.markOf(item.node()));
        return fromCore(graph.text(node.name)) + (words.isEmpty() ? QString() : QLatin1Char('\n') + words);
    }
    default:
        return {};
    }
}

} // namespace dumpscope::gui
