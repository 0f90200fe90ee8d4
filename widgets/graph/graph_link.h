// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_canvas.h"

#include <QObject>

#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Ties the graphs of target and golden together: what is folded, chosen, panned and zoomed in one is so in
/// the other, and what only one of them has is marked. Nodes belong together when their tensors are a pair of
/// the comparison, else when they have the same name. GUI thread.
class GraphLink : public QObject {
    Q_OBJECT
public:
    using Item = core::ScopeTree::Item;
    struct Side {
        ShownGraph& shown;
        GraphCanvas& canvas;
    };
    GraphLink(Side target, Side golden, const Comparisons& comparisons, QObject* parent = nullptr);

    void setOn(bool on);
    /// The same item of the other graph; nothing when it has none.
    [[nodiscard]] std::optional<Item> counterpart(const Item& item, bool ofTarget) const;

private:
    void match();
    void pairTensors();
    void unmatch();
    void mirrorFold(bool fromTarget);
    void mirrorChoice(bool fromTarget);
    void mirrorView(bool fromTarget);
    [[nodiscard]] bool isMatched() const { return m_isOn && !m_toGolden.empty() && !m_toTarget.empty(); }
    [[nodiscard]] const Side& side(bool target) const { return target ? m_target : m_golden; }

    Side m_target, m_golden;
    const Comparisons& m_comparisons;
    std::vector<core::NodeId> m_toGolden, m_toTarget;            ///< by node
    std::vector<std::uint32_t> m_scopeToGolden, m_scopeToTarget; ///< by scope
    bool m_isOn = false, m_isMirroring = false;
};

} // namespace dumpscope::gui
