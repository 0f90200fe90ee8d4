// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_model.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What a node is given instead of what the graph would give it.
struct NodeInput {
    std::string name; ///< of the tensor in the model
    int elementType = 0;
    std::vector<std::int64_t> dims;
    std::vector<std::byte> bytes;
};

/// Runs single nodes of a model in ONNX Runtime. Not thread-safe.
class OnnxNodeRunner {
public:
    /// `folder`: where external data of the model lies.
    [[nodiscard]] static Result<std::unique_ptr<OnnxNodeRunner>> make(
        std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> model, const std::string& folder);

    /// By the name dumps give it, exact or as file names spell it; nothing where none or several answer.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    [[nodiscard]] const OnnxNode& node(std::size_t index) const { return m_model.nodes()[index]; }
    [[nodiscard]] const TensorData* weight(const std::string& name) const { return m_model.weight(name); }

    /// The first output as float64, with its shape. Errors: what ONNX Runtime says about the node.
    struct Output {
        std::vector<std::int64_t> dims;
        std::vector<double> values;
    };
    [[nodiscard]] Result<Output> run(std::size_t node, const std::vector<NodeInput>& inputs) const;

private:
    OnnxNodeRunner(std::shared_ptr<const OnnxRuntime> runtime, OnnxModel model, std::string folder);

    std::shared_ptr<const OnnxRuntime> m_runtime;
    OnnxModel m_model;
    std::string m_folder;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_bySpelling;
};

} // namespace dumpscope::core
