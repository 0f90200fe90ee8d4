// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph_output.h"

#include "base/text.h"
#include "query/text_table.h"
#include "records/recorded_verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::cli {

namespace {

std::string numberOrNothing(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(*number) : std::string();
}

std::string typeText(const core::Graph& graph, const core::GraphOutput& output)
{
    std::string text(
        output.dtype == core::DType::Unknown ? graph.text(output.dtypeText) : core::dtypeName(output.dtype));
    if (output.shape.isValid()) {
        text += '[';
        const auto shape = graph.shape(output.shape);
        for (std::size_t i = 0; i < shape.size(); ++i)
            text += (i == 0 ? "" : ",") + std::to_string(shape[i]);
        text += ']';
    }
    if (output.storageFormat != core::MemoryFormat::Unspecified)
        text += ' ' + std::string(core::formatName(output.storageFormat));
    return text;
}

std::string outputsText(const core::Graph& graph, const core::GraphNode& node)
{
    std::string text;
    for (const core::GraphOutput& output : graph.outputs(node))
        text += (text.empty() ? "" : "; ") + typeText(graph, output);
    return text;
}

std::string inputText(const core::GraphView& view, const core::GraphInput& input, bool fullName)
{
    const auto [owner, producer] = view.document->producer(view.graph, input);
    if (!producer.isValid())
        return std::string(view.get().text(input.text));
    const core::Graph& from = *view.document->graphs[owner];
    const core::GraphNode& node = from.node(producer);
    std::string text(from.text(fullName || node.kind == core::NodeKind::Parameter ? node.name : node.id));
    if (input.otherGraph)
        text = from.name + ':' + text;
    if (input.slot != 0)
        text += ':' + std::to_string(input.slot);
    return input.control ? '^' + text : text;
}

std::string placeText(const core::Graph& graph, const core::SourcePlace& place)
{
    return std::string(graph.text(place.file)) + ':' + std::to_string(place.line);
}

} // namespace

void printCandidates(Console& console, const std::vector<core::GraphCandidate>& candidates)
{
    std::vector<core::TextTable::Column> columns {{"file", false}, {"rank", true}, {"stage", false},
        {"graph_id", true}, {"name", false}, {"graphs", true}, {"nodes", true}, {"matched", true},
        {"reason", false}};
    const core::TextTable table(std::move(columns), {console.width(), true});
    table.write([&](std::string_view text) { console.write(text); }, candidates.size(),
        [&](std::size_t row, std::vector<std::string>& cells) {
            const core::GraphCandidate& c = candidates[row];
            cells = {c.path, numberOrNothing(c.rank), c.stage, numberOrNothing(c.graphId), c.name,
                std::to_string(c.graphs), std::to_string(c.nodes), std::to_string(c.matched),
                c.reason.text()};
        });
}

void writeCandidates(core::JsonWriter& json, const std::vector<core::GraphCandidate>& candidates)
{
    json.key("graphs").beginArray();
    for (const core::GraphCandidate& c : candidates) {
        json.beginObject().member("file", c.path).member("format", c.format).member("rank", c.rank);
        json.key("stage");
        c.stage.empty() ? json.null() : json.value(c.stage);
        json.member("graph_id", c.graphId)
            .member("name", c.name)
            .member("graphs", c.graphs)
            .member("nodes", c.nodes)
            .member("matched", c.matched)
            .member("entries", c.entries)
            .member("reason", c.reason.text())
            .member("readable", c.readable)
            .endObject();
    }
    json.endArray();
}

void printGraph(Console& console, const core::GraphView& view)
{
    const core::Graph& graph = view.get();
    std::vector<core::NodeId> nodes;
    std::size_t listed = 0, ordering = 0;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const core::GraphNode& node = graph.nodes()[i];
        const bool isListed = node.opType.value() != 0 || node.kind == core::NodeKind::Module;
        listed += isListed ? 1 : 0;
        ordering += static_cast<std::size_t>(std::ranges::count_if(
            graph.inputs(node), [](const core::GraphInput& input) { return input.control; }));
        if (view.nodes ? view.holds(core::NodeId(i)) : isListed)
            nodes.emplace_back(i);
    }
    std::string line = "graph " + core::printable(graph.name) + ": " + std::to_string(listed) + " nodes, "
        + std::to_string(graph.edgeCount()) + " edges";
    if (ordering > 0)
        line += ", " + std::to_string(ordering) + " of order only";
    if (nodes.size() != listed)
        line += ", " + std::to_string(nodes.size()) + " shown";
    console.writeLine(line);
    const std::vector<core::RecordedNotes> notes = core::recordedNotes(graph);
    std::vector<core::TextTable::Column> columns {{"id", false}, {"op_type", false}, {"name", false},
        {"inputs", false}, {"outputs", false}, {"exec_index", true}, {"tensors", true}};
    if (!notes.empty())
        columns.push_back({"verdict", false});
    const core::TextTable table(std::move(columns), {console.width(), true});
    table.write([&](std::string_view text) { console.write(text); }, nodes.size(),
        [&](std::size_t row, std::vector<std::string>& cells) {
            const core::GraphNode& node = graph.node(nodes[row]);
            std::string inputs;
            for (const core::GraphInput& input : graph.inputs(node))
                inputs += (inputs.empty() ? "" : ", ") + inputText(view, input, false);
            cells = {std::string(graph.text(node.id)), std::string(graph.text(node.opType)),
                std::string(graph.text(node.name)), inputs, outputsText(graph, node),
                node.execIndex == core::TensorRow::kNone ? "" : std::to_string(node.execIndex),
                view.match ? std::to_string(view.match->tensorsOf(nodes[row]).size()) : ""};
            if (!notes.empty())
                cells.emplace_back(core::recordedVerdictWord(notes[nodes[row].value()].verdict));
        });
}

void printNode(Console& console, const core::GraphView& view, core::NodeId id)
{
    const core::Graph& graph = view.get();
    const core::GraphNode& node = graph.node(id);
    const auto field = [&](std::string_view name, std::string_view value) {
        if (!value.empty())
            console.writeLine(std::string(name) + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ')
                + core::printable(value));
    };
    field("name", graph.text(node.name));
    field("id", graph.text(node.id));
    field("label", graph.text(node.label));
    field("op_type", graph.text(node.opType));
    field("scope", graph.scope(node));
    field("graph", graph.name);
    if (node.execIndex != core::TensorRow::kNone)
        field("exec_index", std::to_string(node.execIndex));
    std::size_t number = 0;
    for (const core::GraphInput& input : graph.inputs(node))
        field("input " + std::to_string(number++), inputText(view, input, true));
    number = 0;
    for (const core::GraphOutput& output : graph.outputs(node))
        field("output " + std::to_string(number++), typeText(graph, output));
    for (const core::NodeId consumer : graph.consumers(id))
        field("consumer", graph.text(graph.node(consumer).name));
    for (const core::GraphAttribute& attribute : graph.attributesOf(node))
        field("attribute",
            std::string(graph.text(attribute.key)) + " = " + std::string(graph.text(attribute.value)));
    for (const core::SourcePlace& place : graph.sources(node))
        field("source", placeText(graph, place) + "  " + std::string(graph.text(place.code)));
    if (!view.match)
        return;
    for (const core::TensorId tensor : view.match->tensorsOf(id))
        field("tensor", view.dump->tensorId(tensor));
    if (view.match->tensorsOf(id).empty()) {
        for (const auto& silent : view.match->silent) {
            if (silent.node == id)
                field("tensor", "none: " + silent.reason);
        }
    }
}

void printMatch(Console& console, const core::GraphView& view)
{
    const core::GraphMatch& match = *view.match;
    std::array<char, 32> percent {};
    const auto tenths = static_cast<int>(std::lround(match.share() * 1000));
    std::snprintf(percent.data(), percent.size(), "%d.%d %%", tenths / 10, tenths % 10);
    console.writeLine("matched: " + std::to_string(match.matchedEntries) + " of "
        + std::to_string(match.entries) + " dump entries (" + percent.data() + "), "
        + std::to_string(match.matchedOperators) + " of " + std::to_string(match.operators) + " nodes");
    constexpr std::size_t kShown = 20;
    for (std::size_t i = 0; i < std::min(kShown, match.unmatched.size()); ++i) {
        const core::TensorRow& row = view.dump->tensor(match.unmatched[i].first);
        console.writeLine("  without a node: " + core::printable(view.dump->text(row.opType)) + ' '
            + core::printable(view.dump->text(row.opName)) + ": " + match.unmatched[i].reason);
    }
    if (match.unmatched.size() > kShown)
        console.writeLine(
            "  and " + std::to_string(match.unmatched.size() - kShown) + " more; --json lists them");
}

} // namespace dumpscope::cli
