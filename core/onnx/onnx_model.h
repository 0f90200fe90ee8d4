// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_runtime.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

struct OnnxNode {
    std::string name;         ///< unique; made where the model has none (docs/formats/ascendcl-capture.md 7)
    std::string originalName; ///< as in the model
    std::string opType;
    std::vector<std::string> inputs, outputs; ///< names of tensors; empty where unused
};

/// An input or output of a graph: name, type and dimensions (-1 where free).
struct OnnxPort {
    std::string name;
    TensorKind kind;
};

/// The main graph of an ONNX file: names, types and order come from here, never from the runtime that runs
/// it. Owns the file's bytes. Immutable; thread-safe.
class OnnxModel {
public:
    /// `folder`: of the external data of weights. Errors: Code::NotRecognised for no graph, Code::Duplicate
    /// for a tensor with two producers, Code::Cycle, Code::BadShape of a weight, those of protobuf.
    [[nodiscard]] static Result<OnnxModel> parse(std::vector<std::byte> file, const std::string& folder);

    [[nodiscard]] const std::string& graphName() const { return m_graphName; }
    [[nodiscard]] const std::vector<OnnxNode>& nodes() const { return m_nodes; }   ///< in order of execution
    [[nodiscard]] const std::vector<OnnxPort>& inputs() const { return m_inputs; } ///< without weights
    [[nodiscard]] const std::vector<OnnxPort>& outputs() const { return m_outputs; }
    /// Null for a name that is no weight, or one whose data cannot be read.
    [[nodiscard]] const TensorData* weight(const std::string& name) const;

    /// The serialized model with every tensor of every node as an output of the graph, without names of
    /// nodes. Consumers of a tensor of `rounded` read it through an Identity: the runtime computes float16 in
    /// float32 and would pass on unrounded values.
    [[nodiscard]] std::string exposed(const std::set<std::string>& rounded) const;
    /// A serialized model of one node alone, with these inputs and its first output.
    [[nodiscard]] std::string single(std::size_t node, const std::vector<OnnxPort>& inputs) const;
    /// Names of the outputs of `exposed`, in its order.
    [[nodiscard]] const std::vector<std::string>& exposedNames() const { return m_exposedNames; }
    [[nodiscard]] bool hasExternalData() const { return m_hasExternalData; }

private:
    struct RawNode {
        ByteSpan bytes;
        std::vector<std::string> reads; ///< inputs and what bodies read
    };

    Result<void> readGraph(ByteSpan graph, std::vector<OnnxNode>& nodes, std::vector<RawNode>& raw);
    Result<void> readWeight(ByteSpan tensor, const std::string& folder);
    void nameNodes(std::vector<OnnxNode>& nodes) const;
    Result<void> order(std::vector<OnnxNode> nodes, std::vector<RawNode> raw);

    std::vector<std::byte> m_file;
    std::vector<ByteSpan> m_graphs; ///< pieces of the graph, as protobuf may split it
    std::string m_graphName;
    std::vector<OnnxNode> m_nodes;
    std::vector<ByteSpan> m_rawNodes; ///< of m_nodes
    std::vector<OnnxPort> m_inputs, m_outputs;
    std::vector<ByteSpan> m_weightMessages;
    std::unordered_map<std::string, TensorData> m_weights;
    std::vector<std::unique_ptr<std::vector<std::byte>>> m_kept; ///< decoded weights
    std::vector<std::string> m_exposedNames;
    bool m_hasExternalData = false;
};

} // namespace dumpscope::core
