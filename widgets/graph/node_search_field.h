// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"

#include <QWidget>

#include <vector>

class QLineEdit;

namespace dumpscope::gui {

class FilterBar;
class NodeTable;

/// Finds nodes of the shown graph as one types and goes from hit to hit. GUI thread.
class NodeSearchField : public QWidget {
    Q_OBJECT
public:
    explicit NodeSearchField(const ShownGraph& shown, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* field() const;
    [[nodiscard]] FilterBar& bar() const { return *m_bar; }
    [[nodiscard]] bool hasFound() const { return !m_found.empty(); }
    /// The next or previous hit, around the end; the first one to begin with.
    void goToHit(int by);

signals:
    void hit(quint32 node);
    void foundChanged();
    /// Down or Escape: the graph takes over.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showGraph();
    void search();
    void retranslate();

    const ShownGraph& m_shown;
    FilterBar* m_bar;
    std::shared_ptr<const NodeTable> m_table;
    std::vector<core::NodeId> m_found;
    std::size_t m_hit = 0;
    bool m_isVisited = false; ///< the hit was gone to
};

} // namespace dumpscope::gui
