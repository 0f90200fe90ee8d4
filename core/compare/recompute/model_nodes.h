// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/model_files.h"
#include "compare/recompute/model_places.h"
#include "compare/recompute/recomputer.h"
#include "compare/tables/pair_table.h"
#include "onnx/onnx_node_runner.h"

namespace dumpscope::core {

/// The ONNX models of a comparison, and ONNX Runtime, which is loaded with the first node.
/// Not thread-safe.
class ModelNodes {
public:
    ModelNodes(const PairTable& pairs, const ModelPlaces& places, TaskContext& task);

    /// The reading of an operator that is a node of a model, run with the dumped inputs; nothing where no
    /// model has the node, or it cannot be run.
    [[nodiscard]] std::optional<Reading> reading(std::string_view opName, const OperatorCall& call);
    /// A sentence where a model is there but cannot be used; empty otherwise.
    [[nodiscard]] const Message& note() const { return m_note; }

private:
    void load();

    std::vector<ModelFile> m_models;
    std::vector<std::string> m_runtimes;
    std::vector<std::unique_ptr<OnnxNodeRunner>> m_runners;
    Message m_note;
    bool m_isLoaded = false;
};

} // namespace dumpscope::core
