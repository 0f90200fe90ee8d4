// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"
#include "query/filter_expression.h"

#include <QAbstractItemModel>

namespace dumpscope::gui {

/// The scopes and nodes of the shown graph as a tree of one column. GUI thread.
class ScopeTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using Item = core::ScopeTree::Item;

    explicit ScopeTreeModel(const ShownGraph& shown, QObject* parent = nullptr);

    /// Only nodes that fit (NodeTable) and the scopes around them.
    void setFilter(const core::FilterExpression& filter);
    /// Nodes that are left.
    [[nodiscard]] std::size_t nodeCount() const { return m_nodes; }

    /// Null for an invalid index.
    [[nodiscard]] std::optional<Item> itemAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const Item& item) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void rebuild();
    void showMarks();
    [[nodiscard]] static quintptr keyOf(const Item& item)
    {
        return item.index * quintptr(2) + (item.isScope ? 1 : 0);
    }
    [[nodiscard]] static Item itemOf(quintptr key)
    {
        return {(key & 1) != 0, static_cast<std::uint32_t>(key / 2)};
    }

    const ShownGraph& m_shown;
    std::shared_ptr<const LoadedGraph> m_loaded; ///< keeps what the rows are about
    std::size_t m_number = 0, m_nodes = 0;
    core::FilterExpression m_filter;
    std::vector<std::vector<Item>> m_children;  ///< by scope: what is left
    std::vector<int> m_rowOfScope, m_rowOfNode; ///< -1: not there
};

} // namespace dumpscope::gui
