// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_export.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_scope.h"
#include "records/recorded_verdict.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

void writeShape(JsonWriter& json, const Graph& graph, ShapeId shape)
{
    if (!shape.isValid()) {
        json.null();
        return;
    }
    json.beginArray();
    for (const std::int64_t dim : graph.shape(shape))
        json.value(dim);
    json.endArray();
}

/// The format the tensor has on the device where that is known.
std::string_view formatText(const Graph& graph, const GraphOutput& output)
{
    if (output.formatText.isValid() && output.formatText.value() != 0)
        return graph.text(output.formatText);
    if (output.storageFormat != MemoryFormat::Unspecified)
        return formatName(output.storageFormat);
    return output.format == MemoryFormat::Unspecified ? std::string_view() : formatName(output.format);
}

void writeTypeMembers(JsonWriter& json, const Graph& graph, const GraphOutput& output)
{
    const std::string_view format = formatText(graph, output);
    json.key("dtype");
    output.dtype == DType::Unknown ? json.null() : json.value(dtypeName(output.dtype));
    json.key("shape");
    writeShape(json, graph, output.shape);
    json.key("format");
    format.empty() ? json.null() : json.value(format);
    if (output.storageShape.isValid()) {
        json.key("storage_shape");
        writeShape(json, graph, output.storageShape);
    }
    if (output.format != MemoryFormat::Unspecified && output.storageFormat != MemoryFormat::Unspecified)
        json.member("original_format", formatName(output.format));
    if (output.typeText.isValid() && output.typeText.value() != 0)
        json.member("type", graph.text(output.typeText));
}

void writeReference(JsonWriter& json, const GraphView& view, const GraphInput& input)
{
    const Graph& graph = view.get();
    const auto [owner, producer] = view.document->producer(view.graph, input);
    json.beginObject().key("node");
    if (producer.isValid()) {
        const Graph& from = *view.document->graphs[owner];
        json.value(from.text(from.node(producer).id));
        json.member("slot", input.slot);
        json.member("name", from.text(from.node(producer).name));
        if (input.otherGraph)
            json.member("graph", from.name);
    } else {
        json.null();
        json.member("slot", input.slot).member("text", graph.text(input.text));
    }
    if (input.control)
        json.member("control", true);
    json.endObject();
}

void writeAttributes(JsonWriter& json, const Graph& graph, const GraphNode& node, AttributeOrigin origin,
    std::string_view key, bool always)
{
    bool begun = always;
    if (always)
        json.key(key).beginObject();
    ForeignMembers members(json);
    for (const GraphAttribute& attribute : graph.attributesOf(node)) {
        if (attribute.origin != origin)
            continue;
        if (!begun)
            json.key(key).beginObject();
        begun = true;
        members.member(graph.text(attribute.key), graph.text(attribute.value));
    }
    if (begun)
        json.endObject();
}

void writeSources(JsonWriter& json, const Graph& graph, const GraphNode& node)
{
    json.key("source").beginArray();
    for (const SourcePlace& place : graph.sources(node)) {
        json.beginObject().member("file", graph.text(place.file)).key("line");
        place.line == 0 ? json.null() : json.value(place.line);
        json.member("code", graph.text(place.code));
        if (place.endLine != 0)
            json.member("end_line", place.endLine);
        if (place.column != 0)
            json.member("column", place.column).member("end_column", place.endColumn);
        if (place.role == SourceRole::Inlined)
            json.member("role", "inlined");
        else if (place.role == SourceRole::Candidate)
            json.member("role", "candidate");
        else if (place.role == SourceRole::Forward)
            json.member("role", "forward");
        json.endObject();
    }
    json.endArray();
}

void writeTensors(JsonWriter& json, const GraphView& view, NodeId id)
{
    if (!view.match)
        return;
    json.key("tensors").beginArray();
    for (const TensorId tensor : view.match->tensorsOf(id))
        json.value(view.dump->tensorId(tensor));
    json.endArray();
    const std::string_view rule = nameRuleWord(view.match->rules[id.value()]);
    json.key("match_rule");
    rule.empty() ? json.null() : json.value(rule);
}

void writeNode(JsonWriter& json, const GraphView& view, NodeId id, const std::vector<RecordedNotes>& notes)
{
    const Graph& graph = view.get();
    const GraphNode& node = graph.node(id);
    json.beginObject()
        .member("id", graph.text(node.id))
        .member("name", graph.text(node.name))
        .member("op_type", graph.text(node.opType))
        .member("scope", graph.scope(node));
    if (node.label.isValid() && node.label.value() != 0)
        json.member("label", graph.text(node.label));
    json.key("inputs").beginArray();
    for (const GraphInput& input : graph.inputs(node))
        writeReference(json, view, input);
    json.endArray().key("outputs").beginArray();
    for (const GraphOutput& output : graph.outputs(node)) {
        json.beginObject();
        writeTypeMembers(json, graph, output);
        json.endObject();
    }
    json.endArray();
    writeAttributes(json, graph, node, AttributeOrigin::Operator, "attributes", true);
    writeAttributes(json, graph, node, AttributeOrigin::Node, "node_attributes", false);
    writeAttributes(json, graph, node, AttributeOrigin::Primal, "primal_attributes", false);
    writeAttributes(json, graph, node, AttributeOrigin::Note, "notes", false);
    writeSources(json, graph, node);
    if (!graph.called(node).empty()) {
        json.key("calls").beginArray();
        for (const std::uint32_t called : graph.called(node)) {
            if (called < view.document->graphs.size())
                json.value(view.document->graphs[called]->name);
        }
        json.endArray();
    }
    json.key("exec_index");
    node.execIndex == TensorRow::kNone ? json.null() : json.value(node.execIndex);
    if (!notes.empty()) {
        const std::string_view verdict = recordedVerdictWord(notes[id.value()].verdict);
        json.key("verdict");
        verdict.empty() ? json.null() : json.value(verdict);
    }
    writeTensors(json, view, id);
    json.endObject();
}

void writeParameter(JsonWriter& json, const GraphView& view, NodeId id)
{
    const Graph& graph = view.get();
    const GraphNode& node = graph.node(id);
    json.beginObject().member("id", graph.text(node.id)).member("name", graph.text(node.name));
    const auto outputs = graph.outputs(node);
    if (!outputs.empty())
        writeTypeMembers(json, graph, outputs.front());
    else
        json.key("dtype").null().key("shape").null().key("format").null();
    json.member("is_weight", node.isWeight);
    writeTensors(json, view, id);
    json.endObject();
}

bool isListed(const GraphNode& node)
{
    return node.opType.value() != 0 || node.kind == NodeKind::Module;
}

template<typename Write> void forNodes(const GraphView& view, Write write)
{
    const Graph& graph = view.get();
    if (view.nodes) {
        for (const NodeId id : *view.nodes)
            write(id, graph.node(id));
        return;
    }
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        write(NodeId(i), graph.nodes()[i]);
}

/// Light colours of verdicts, a text on which is black; empty where there is none to show.
std::string_view verdictFill(const std::vector<RecordedNotes>& notes, NodeId id)
{
    if (notes.empty())
        return {};
    switch (notes[id.value()].verdict) {
    case RecordedVerdict::Warning:
        return "#f9e2b0";
    case RecordedVerdict::Error:
        return "#f6c9c4";
    case RecordedVerdict::Unmatched:
        return "#dcdcdc";
    default:
        return {};
    }
}

/// A text for a label in double quotes.
std::string dotText(std::string_view text)
{
    std::string out;
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::string edgeLabel(const Graph& graph, const GraphInput& input)
{
    const auto outputs = graph.outputs(graph.node(input.from));
    if (input.control || input.slot >= outputs.size())
        return {};
    const GraphOutput& output = outputs[input.slot];
    std::string label(output.dtype == DType::Unknown ? std::string_view() : dtypeName(output.dtype));
    if (output.shape.isValid()) {
        label += label.empty() ? "[" : " [";
        const auto shape = graph.shape(output.shape);
        for (std::size_t i = 0; i < shape.size(); ++i)
            label += (i == 0 ? "" : ",") + std::to_string(shape[i]);
        label += ']';
    }
    return label;
}

} // namespace

bool GraphView::holds(NodeId id) const
{
    return !nodes || std::ranges::binary_search(*nodes, id);
}

void writeGraphMembers(JsonWriter& json, const GraphView& view)
{
    const Graph& graph = view.get();
    json.member("name", graph.name).member("entry", graph.isEntry);
    json.member("graph_id", graph.graphId);
    json.key("attributes").beginObject();
    ForeignMembers members(json);
    for (const auto& [key, value] : graph.attributes)
        members.member(key, value);
    json.endObject();
    const std::vector<RecordedNotes> notes = recordedNotes(graph);
    json.key("nodes").beginArray();
    forNodes(view, [&](NodeId id, const GraphNode& node) {
        if (isListed(node))
            writeNode(json, view, id, notes);
    });
    json.endArray().key("parameters").beginArray();
    forNodes(view, [&](NodeId id, const GraphNode& node) {
        if (node.kind == NodeKind::Parameter)
            writeParameter(json, view, id);
    });
    json.endArray();
    json.key("constants").beginArray();
    forNodes(view, [&](NodeId id, const GraphNode& node) {
        if (node.kind != NodeKind::Constant || isListed(node))
            return;
        json.beginObject().member("id", graph.text(node.id)).member("name", graph.text(node.name));
        json.member("value", graph.attribute(node, "value"));
        writeTensors(json, view, id);
        json.endObject();
    });
    json.endArray();
    json.key("outputs").beginArray();
    for (const GraphInput& result : graph.results())
        writeReference(json, view, result);
    json.endArray();
}

void writeMatchMember(JsonWriter& json, const GraphView& view)
{
    const Graph& graph = view.get();
    const GraphMatch& match = *view.match;
    json.key("match").beginObject();
    json.member("dump", view.dump->root())
        .member("entries", match.entries)
        .member("matched", match.matchedEntries)
        .member("share", match.share())
        .member("nodes", match.operators)
        .member("matched_nodes", match.matchedOperators);
    json.key("unmatched").beginArray();
    for (const GraphMatch::Unmatched& entry : match.unmatched) {
        const TensorRow& row = view.dump->tensor(entry.first);
        json.beginObject()
            .member("id", view.dump->tensorId(entry.first))
            .member("op_type", view.dump->text(row.opType))
            .member("op_name", view.dump->text(row.opName))
            .member("entries", entry.entries)
            .member("reason", entry.reason)
            .endObject();
    }
    json.endArray().key("nodes_without_entries").beginArray();
    for (const GraphMatch::Silent& silent : match.silent) {
        json.beginObject()
            .member("node", graph.text(graph.node(silent.node).id))
            .member("name", graph.text(graph.node(silent.node).name))
            .member("reason", silent.reason)
            .endObject();
    }
    json.endArray().endObject();
}

void writeGraphDot(const GraphView& view, const std::function<void(std::string_view)>& sink)
{
    const Graph& graph = view.get();
    const auto name = [](NodeId id) { return "n" + std::to_string(id.value()); };
    sink("digraph \"" + dotText(graph.name)
        + "\" {\n  rankdir=TB;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
    const std::vector<RecordedNotes> notes = recordedNotes(graph);
    forNodes(view, [&](NodeId id, const GraphNode& node) {
        const std::string_view full = graph.text(node.name);
        std::string label = dotText(lastScopeComponent(full));
        if (isListed(node))
            label = dotText(graph.text(node.opType)) + "\\n" + label;
        std::string line = "  " + name(id) + " [label=\"" + label + "\", tooltip=\"" + dotText(full) + '"';
        if (!isListed(node))
            line += ", shape=ellipse";
        if (const std::string_view fill = verdictFill(notes, id); !fill.empty())
            line += ", style=\"rounded,filled\", fillcolor=\"" + std::string(fill) + '"';
        else if (view.match && !view.match->tensorsOf(id).empty())
            line += ", style=\"rounded,filled\", fillcolor=\"#d8e8f8\"";
        sink(line + "];\n");
    });
    forNodes(view, [&](NodeId id, const GraphNode& node) {
        for (const GraphInput& input : graph.inputs(node)) {
            if (!input.from.isValid() || input.otherGraph || !view.holds(input.from))
                continue;
            std::string line = "  " + name(input.from) + " -> " + name(id);
            const std::string label = edgeLabel(graph, input);
            if (input.control)
                line += " [style=dashed]";
            else if (!label.empty())
                line += " [label=\"" + dotText(label) + "\"]";
            sink(line + ";\n");
        }
    });
    sink("}\n");
}

} // namespace dumpscope::core
