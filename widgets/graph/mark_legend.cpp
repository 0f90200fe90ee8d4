// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/mark_legend.h"

#include "graph/graph_canvas.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace dumpscope::gui {

const MarkLegend::Rows& MarkLegend::rows()
{
    if (m_rows)
        return *m_rows;
    Rows& rows = m_rows.emplace();
    std::set<std::tuple<State, bool, bool, bool, bool, bool>> known; // words are looked up once for each
    for (const NodeMark& mark : m_shown.marks()) {
        if (mark.state == State::None
            || !known
                    .emplace(mark.state, mark.isBorn, mark.hasNonFinite(), mark.isMissing, mark.hasOverflow,
                        mark.isRecorded)
                    .second)
            continue;
        QString words = stateWord(mark.state);
        if (mark.isBorn)
            words = mark.state == State::Fail ? GraphCanvas::tr("another NaN or Inf born here")
                                              : GraphCanvas::tr("NaN or Inf born here");
        else if (mark.state == State::Inherited && mark.hasNonFinite())
            words = GraphCanvas::tr("NaN or Inf inherited");
        else if (mark.state == State::AfterStep)
            words = GraphCanvas::tr("differs after the step");
        else if (mark.state == State::Unpaired && mark.isMissing)
            words = GraphCanvas::tr("only on this side");
        else if (mark.state == State::Warn && mark.hasOverflow)
            words = GraphCanvas::tr("overflow");
        if (mark.isRecorded)
            words = GraphCanvas::tr("%1, as the graph file records it").arg(words);
        if (std::pair row(mark.state, words); std::ranges::find(rows, row) == rows.end())
            rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
        return a.first != b.first && worseOf(a.first, b.first) == a.first;
    });
    return rows;
}

std::vector<core::OperatorCategory> MarkLegend::categories() const
{
    std::set<core::StringId> types;
    std::set<core::OperatorCategory> found;
    if (m_shown.loaded()) {
        const core::Graph& graph = m_shown.graph();
        for (const core::GraphNode& node : graph.nodes()) {
            if (types.insert(node.opType).second)
                found.insert(core::operatorCategory(graph.text(node.opType)));
        }
    }
    found.erase(core::OperatorCategory::Other);
    return {found.begin(), found.end()};
}

} // namespace dumpscope::gui
