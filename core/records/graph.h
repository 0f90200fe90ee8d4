// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/strong_id.h"
#include "records/shape_pool.h"
#include "records/string_pool.h"
#include "tensor/dtype.h"
#include "tensor/memory_format.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Kind of a node. A node of any kind may have an operator type (GE's Const and Data are operators); without
/// one it is only a parameter or a constant.
enum class NodeKind : std::uint8_t {
    Operator,
    Parameter, ///< graph input or weight
    Constant,
    Module, ///< a group without an operator of its own (msprobe module tree)
    Result, ///< output of the graph; only where Graph::withResultNodes made it
};

/// Where an input comes from. A constant written in place has no node, only text.
struct GraphInput {
    NodeId from;             ///< invalid: see `text`
    std::uint32_t slot = 0;  ///< output of `from`
    std::uint32_t graph = 0; ///< index in the document when the producer is in another graph
    bool otherGraph = false;
    bool control = false; ///< order only, no data
    StringId text;        ///< constant or reference as written
};

/// Type of one output. Unknown dimensions are -1.
struct GraphOutput {
    DType dtype = DType::Unknown;
    StringId dtypeText; ///< as spelled
    ShapeId shape;      ///< logical; invalid = unknown
    MemoryFormat format = MemoryFormat::Unspecified;
    ShapeId storageShape; ///< device shape where recorded
    MemoryFormat storageFormat = MemoryFormat::Unspecified;
    StringId formatText; ///< device format as spelled where it is no MemoryFormat
    StringId typeText;   ///< whole type as written, for tuples and the like
};

/// Type of the value of an attribute.
enum class AttributeType : std::uint8_t {
    Text,
    Integer,
    Real,
    Boolean,
    Dtype,
    Texts, ///< a JSON array, so that names with commas stay apart (attribute_text.h)
    Integers,
    Reals,
    Booleans,
    Dtypes,
    Tensor, ///< a constant: its type, and where its bytes are
    Graph,  ///< name of a graph
    Other,
};

/// What an attribute belongs to. All but `Operator` do not affect what the node computes.
enum class AttributeOrigin : std::uint8_t {
    Operator, ///< of the primitive: what the operator computes with
    Node,     ///< of this use of the primitive
    Primal,   ///< copied from the forward node
    Note,     ///< other facts in the file: instance name, strategy, side effect, comment
};

struct GraphAttribute {
    StringId key, value; ///< value as text: numbers shortest, lists in brackets, strings bare
    AttributeOrigin origin = AttributeOrigin::Operator;
    AttributeType type = AttributeType::Text;
};

/// Relation of a line of the program to a node.
enum class SourceRole : std::uint8_t {
    Frame,     ///< a frame of the stack that made the node
    Inlined,   ///< the same, of code that was inlined
    Candidate, ///< one of several places a fused node may come from
    Forward,   ///< place of the forward node of a backward node
};

/// A line of the user's program. Lines and columns count from 1; 0 = unknown. The code has no blanks
/// at its ends.
struct SourcePlace {
    StringId file, code;
    std::uint32_t line = 0, endLine = 0, column = 0, endColumn = 0;
    SourceRole role = SourceRole::Frame;
};

struct GraphNode {
    StringId name; ///< full scoped name where the file has one, else its number ("%5")
    StringId id;   ///< identity in the file: unique within the graph, never empty
    StringId opType;
    StringId label; ///< additional short name in the file, e.g. the variable; may repeat
    StringId scope; ///< where recorded apart from the name
    NodeKind kind = NodeKind::Operator;
    bool isWeight = false;                 ///< parameter that is trained
    std::uint32_t execIndex = 0xFFFFFFFFU; ///< position in the execution order; 0xFFFFFFFF: none
    // Ranges into the graph's flat arrays.
    std::uint32_t firstInput = 0, inputCount = 0;
    std::uint32_t firstOutput = 0, outputCount = 0;
    std::uint32_t firstAttribute = 0, attributeCount = 0;
    std::uint32_t firstSource = 0, sourceCount = 0;
    std::uint32_t firstCalled = 0, calledCount = 0; ///< graphs this node calls or owns
};

/// One graph: nodes in the file's order, everything else in flat arrays, texts and shapes pooled. Immutable
/// after building; thread-safe. Node ids are positions in the node list. Views are valid as long as the
/// graph.
class Graph {
public:
    std::string name;
    bool isEntry = false;
    std::optional<std::int64_t> graphId;
    std::vector<std::pair<std::string, std::string>> attributes;

    [[nodiscard]] std::span<const GraphNode> nodes() const { return m_nodes; }
    [[nodiscard]] const GraphNode& node(NodeId id) const { return m_nodes[id.value()]; }
    [[nodiscard]] std::string_view text(StringId id) const { return m_strings.text(id); }
    [[nodiscard]] std::span<const std::int64_t> shape(ShapeId id) const { return m_shapes.shape(id); }
    [[nodiscard]] std::span<const GraphInput> inputs(const GraphNode& n) const
    {
        return part(m_inputs, n.firstInput, n.inputCount);
    }
    [[nodiscard]] std::span<const GraphOutput> outputs(const GraphNode& n) const
    {
        return part(m_outputs, n.firstOutput, n.outputCount);
    }
    [[nodiscard]] std::span<const GraphAttribute> attributesOf(const GraphNode& n) const
    {
        return part(m_attributes, n.firstAttribute, n.attributeCount);
    }
    [[nodiscard]] std::span<const SourcePlace> sources(const GraphNode& n) const
    {
        return part(m_sources, n.firstSource, n.sourceCount);
    }
    [[nodiscard]] std::span<const std::uint32_t> called(const GraphNode& n) const
    {
        return part(m_called, n.firstCalled, n.calledCount);
    }
    /// Inputs of the graph's return, i.e. its outputs.
    [[nodiscard]] std::span<const GraphInput> results() const { return m_results; }
    /// Nodes that read an output of `id` in this graph; ascending, each once.
    [[nodiscard]] std::span<const NodeId> consumers(NodeId id) const;
    [[nodiscard]] std::optional<std::string_view> attribute(const GraphNode& n, std::string_view key) const;
    /// Scope of a node: as recorded, else its name up to the last '/', empty at top level.
    [[nodiscard]] std::string_view scope(const GraphNode& n) const;
    /// First node with this name, else with this id, else with this label; invalid if there is none.
    [[nodiscard]] NodeId find(std::string_view text) const;
    /// A copy in which the nodes have these positions in the execution order (0xFFFFFFFF = none).
    [[nodiscard]] std::shared_ptr<const Graph> withExecutionOrder(
        std::span<const std::uint32_t> execIndexOfNode) const;
    /// A copy with a node for every output of the graph after all others, which keep their ids. Files that
    /// have such a node themselves (NetOutput, _Retval) get none.
    [[nodiscard]] std::shared_ptr<const Graph> withResultNodes() const;
    [[nodiscard]] std::size_t edgeCount() const;     ///< data edges between nodes of this graph
    [[nodiscard]] std::uint64_t memoryBytes() const; ///< bytes of memory

private:
    friend class GraphBuilder;
    /// Who reads whom, and nodes by their texts, from the nodes and their inputs.
    void fillLookups();
    template<typename T>
    static std::span<const T> part(const std::vector<T>& all, std::uint32_t first, std::uint32_t count)
    {
        return std::span(all).subspan(first, count);
    }

    StringPool m_strings;
    ShapePool m_shapes;
    std::vector<GraphNode> m_nodes;
    std::vector<GraphInput> m_inputs, m_results;
    std::vector<GraphOutput> m_outputs;
    std::vector<GraphAttribute> m_attributes;
    std::vector<SourcePlace> m_sources;
    std::vector<std::uint32_t> m_called;
    std::vector<std::uint32_t> m_consumerStart;
    std::vector<NodeId> m_consumers;
    std::vector<NodeId> m_byName, m_byId; ///< sorted by text
    std::vector<NodeId> m_byLabel;        ///< the same; only nodes that have one
};

/// Everything one graph file holds.
struct GraphDocument {
    std::string format;                               ///< reader id
    std::vector<std::shared_ptr<const Graph>> graphs; ///< file order; nested graphs included
    std::vector<Diagnostic> problems;
    std::vector<std::pair<std::string, std::string>> properties; ///< names defined by Dumpscope, each once
    std::vector<std::pair<std::string, std::string>> metadata;   ///< names from the file
    /// Graph and node that produce an input of `graphs[graph]`, also across graphs; the node is invalid for
    /// constants and for producers that are not in the file.
    [[nodiscard]] std::pair<std::size_t, NodeId> producer(std::size_t graph, const GraphInput& input) const;
};

/// Fills a Graph node by node. Inputs may name nodes that come later; `finish` resolves them. Not
/// thread-safe.
class GraphBuilder {
public:
    GraphBuilder();
    ~GraphBuilder();
    StringId intern(std::string_view text);
    ShapeId intern(std::span<const std::int64_t> shape);

    /// Starts a node; the following calls add to it. `id` must be unique (a repeated id gets `#2`…
    /// appended and a diagnostic in the result).
    NodeId addNode(std::string_view id, std::string_view name, std::string_view opType, NodeKind kind);
    GraphNode& lastNode();
    GraphNode& node(NodeId id); ///< a node added before
    /// Input from a node known by its id in the file, resolved in `finish`; unknown ids stay text.
    void addInput(std::string_view fromId, std::uint32_t slot = 0, bool control = false);
    void addInputText(std::string_view text); ///< constant written in place
    /// Input from another graph of the document, named by its id or label there.
    void addInputOfGraph(std::uint32_t graph, std::string_view fromId, std::uint32_t slot);
    void addOutput(const GraphOutput& output);
    void addAttribute(std::string_view key, std::string_view value,
        AttributeOrigin origin = AttributeOrigin::Operator, AttributeType type = AttributeType::Text);
    void addSource(const SourcePlace& place);
    void addCalled(std::uint32_t graph);
    /// The same for a node that is no longer the last one, once the numbers of the graphs are known.
    void setCalled(NodeId node, std::span<const std::uint32_t> graphs);
    void addResult(std::string_view fromId, std::uint32_t slot = 0); ///< output of the graph
    void addResultText(std::string_view text);
    void addResultOfGraph(std::uint32_t graph, std::string_view fromId, std::uint32_t slot);

    Graph& graph();
    /// Resolves names, builds lookups; the builder is empty afterwards. Unresolved inputs are reported
    /// in `problems` (Code::BadName), once per distinct name.
    [[nodiscard]] std::shared_ptr<const Graph> finish(std::vector<Diagnostic>& problems);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dumpscope::core
