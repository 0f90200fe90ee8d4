// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/neighbourhood.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "comparison/verdict_words.h"
#include "graph/graph_painter.h"
#include "readers/mindspore/mindspore_scope.h"

#include <QCoreApplication>

#include <algorithm>

namespace dumpscope::gui {

namespace {

using Part = Neighbourhood::Part;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::Neighbourhood)
};

bool isFailing(State state)
{
    return isOwnFailure(state) || state == State::Inherited;
}

Part partOf(const ShownGraph& shown, core::NodeId id)
{
    const core::Graph& graph = shown.graph();
    const core::GraphNode& node = graph.node(id);
    const NodeMark& mark = shown.markOf(id);
    Part part;
    part.node = id;
    part.tensor = shown.tensorOf(id);
    part.name = shown.nameOf({false, id.value()});
    part.path = fromCore(graph.text(node.name));
    part.place = node.kind == core::NodeKind::Parameter ? Words::tr("Parameter")
        : node.kind == core::NodeKind::Result           ? Words::tr("Graph output")
                                              : fromCore(core::lastScopeComponent(graph.scope(node)));
    if (part.place.isEmpty())
        part.place = fromCore(graph.scope(node));
    part.state = mark.state;
    part.note = mark.note;
    if (mark.state != State::Pass)
        part.word = markWords(mark);
    return part;
}

/// What the comparison says of a port stands for a producer that nothing is known of, or only how it was
/// after the step: a parameter, say.
void takePort(Part& part, const ShownGraph& shown, const PortModel& ports, int row)
{
    part.type = ports.index(row, PortModel::Type).data().toString();
    const auto state = static_cast<State>(ports.index(row, PortModel::Port).data(StateRole).toInt());
    part.between = isFailing(part.state) ? part.state : isFailing(state) ? state : State::None;
    if (!part.tensor.isValid())
        part.tensor = ports.tensorAt(row);
    if (part.state != State::None && part.state != State::AfterStep)
        return;
    part.state = state;
    part.word.clear();
    const auto pairs = shown.pairs();
    const auto pair = ports.pairAt(row);
    if (const QString note = pairs && pair ? differenceNote(*pairs, *pair) : QString(); !note.isEmpty())
        part.note = note;
}

QString typeBetween(const core::Graph& graph, core::NodeId from, core::NodeId to)
{
    for (const core::GraphInput& input : graph.inputs(graph.node(to))) {
        if (input.from == from && !input.otherGraph)
            return input.control ? Words::tr("order only") : GraphPainter::typeText(graph, from, input.slot);
    }
    return {};
}

/// What must not be overlooked comes first where not all are shown.
std::size_t keepWorst(std::vector<Part>& parts)
{
    if (parts.size() <= Neighbourhood::kMost)
        return 0;
    std::ranges::stable_sort(parts, [](const Part& a, const Part& b) {
        return a.state != b.state && worseOf(a.state, b.state) == a.state;
    });
    const std::size_t more = parts.size() - Neighbourhood::kMost;
    parts.resize(Neighbourhood::kMost);
    return more;
}

} // namespace

std::optional<Neighbourhood> neighbourhoodOf(const ShownGraph& shown, const PortModel& ports)
{
    if (!shown.loaded() || !shown.current() || shown.current()->isScope)
        return std::nullopt;
    const core::NodeId id = shown.current()->node();
    const core::Graph& graph = shown.graph();
    Neighbourhood around;
    around.centre = partOf(shown, id);
    for (int row = 0; row < ports.rowCount(); ++row) {
        const core::NodeId producer = ports.producerAt(row);
        if (!ports.isInput(row) || !producer.isValid())
            continue;
        around.inputs.push_back(partOf(shown, producer));
        takePort(around.inputs.back(), shown, ports, row);
    }
    std::vector<core::NodeId> known;
    for (const core::NodeId reader : graph.consumers(id)) {
        const auto& hidden = shown.fold().hidden;
        for (const core::NodeId behind :
            hidden ? hidden->readersBehind(graph, id, reader) : std::vector {reader}) {
            if (std::ranges::find(known, behind) != known.end())
                continue;
            known.push_back(behind);
            Part& part = around.outputs.emplace_back(partOf(shown, behind));
            part.type = typeBetween(graph, id, reader);
            part.between = isFailing(around.centre.state) ? around.centre.state : State::None;
        }
    }
    around.moreInputs = keepWorst(around.inputs);
    around.moreOutputs = keepWorst(around.outputs);
    return around;
}

} // namespace dumpscope::gui
