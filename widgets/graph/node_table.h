// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"
#include "query/filter_expression.h"

#include <vector>

namespace dumpscope::gui {

/// The nodes of the shown graph as rows of a filter; a row's number is the node's. A bare word looks at name,
/// type, label and id. GUI thread; for as long as that graph is shown.
class NodeTable : public core::FilterTable {
public:
    /// There is a graph.
    explicit NodeTable(const ShownGraph& shown);

    /// Nodes that fit, ascending.
    [[nodiscard]] std::vector<core::NodeId> matching(const core::FilterExpression& filter) const;

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override { return 0; }
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

private:
    [[nodiscard]] const core::Graph& graph() const { return m_loaded->graph(m_number); }

    const ShownGraph& m_shown; ///< whose marks they are
    std::shared_ptr<const LoadedGraph> m_loaded;
    std::size_t m_number = 0;
};

} // namespace dumpscope::gui
