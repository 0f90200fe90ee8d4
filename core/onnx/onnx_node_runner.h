// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_node_names.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// An input of a node, in place of the tensor of the graph.
struct NodeInput {
    std::string name;    ///< of the tensor in the model
    int elementType = 0; ///< ONNX TensorProto.DataType
    std::vector<std::int64_t> dims;
    std::vector<std::byte> bytes; ///< dense, C order
};

/// Runs single nodes of a model in ONNX Runtime. Not thread-safe.
class OnnxNodeRunner {
public:
    /// `folder`: of external data of the model. Errors: those of OnnxModel::parse.
    [[nodiscard]] static Result<std::unique_ptr<OnnxNodeRunner>> make(
        std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> model, const std::string& folder);

    /// Finds a node by its name in dumps, exact or as spelt in file names; nothing where none or several
    /// match.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const { return m_names.find(name); }
    [[nodiscard]] const OnnxNode& node(std::size_t index) const { return m_model.nodes()[index]; }
    [[nodiscard]] const TensorData* weight(const std::string& name) const { return m_model.weight(name); }

    /// The first output as float64 in C order, with its shape.
    struct Output {
        std::vector<std::int64_t> dims;
        std::vector<double> values;
    };
    /// Errors: Code::Unsupported with the message of ONNX Runtime, or for an output that is no tensor of
    /// numbers; Code::BadSize.
    [[nodiscard]] Result<Output> run(std::size_t node, const std::vector<NodeInput>& inputs) const;

private:
    OnnxNodeRunner(std::shared_ptr<const OnnxRuntime> runtime, OnnxModel model, std::string folder);

    std::shared_ptr<const OnnxRuntime> m_runtime;
    OnnxModel m_model;
    std::string m_folder;
    OnnxNodeNames m_names;
};

} // namespace dumpscope::core
