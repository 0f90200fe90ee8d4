// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cpu_device/dump_plan.h"
#include "cpu_device/dump_sink.h"
#include "onnx/onnx_model.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Where a run of a model writes its dump.
struct DumpTarget {
    const ActiveDump* dump = nullptr; ///< not owned; null: nothing is written
    const DumpPlan* plan = nullptr;   ///< not owned
    DumpSink sink {nullptr};
    int device = 0;
    std::uint32_t modelId = 0;
    std::uint64_t iteration = 0;
};

/// A model on the CPU device, with access to every tensor of every node. Not thread-safe.
class LoadedModel {
public:
    [[nodiscard]] static Result<std::unique_ptr<LoadedModel>> load(
        std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> file, const std::string& folder);

    [[nodiscard]] const OnnxModel& model() const { return m_model; }
    [[nodiscard]] const std::vector<OnnxPort>& outputs() const { return m_outputs; }

    /// Runs, writes the dump of `target`, and keeps the values until the next run. One element of `inputs`
    /// for each input of the model. `stopAt`: an operator that is to fail, for tests; then nothing from it on
    /// is written and its position is returned. Errors: those of ONNX Runtime and of DumpSink.
    struct RunResult {
        std::optional<std::size_t> failedNode;
    };
    [[nodiscard]] Result<RunResult> run(
        const std::vector<TensorData>& inputs, const DumpTarget& target, const std::string& stopAt);
    /// A value of the last run; null where it is no tensor.
    [[nodiscard]] const TensorData* value(const std::string& name) const;
    /// Files of an exception scene for the operator that failed (docs/formats/ascendcl-capture.md 4.2).
    [[nodiscard]] Result<void> writeException(
        std::size_t node, const std::string& folder, bool isBrief) const;

private:
    LoadedModel(OnnxModel model, std::shared_ptr<const OnnxRuntime> runtime)
        : m_model(std::move(model))
        , m_runtime(std::move(runtime))
    {
    }
    [[nodiscard]] Result<void> makeSession(const std::string& folder);
    [[nodiscard]] Result<void> writeNode(std::size_t node, const DumpTarget& target);
    struct Part {
        bool inputs, outputs;
        const std::vector<std::uint64_t>*withoutInputs, *withoutOutputs;
    };
    [[nodiscard]] Result<void> writeTensors(
        std::size_t node, const Part& part, const std::string& name, const DumpTarget& target);
    [[nodiscard]] Result<void> writeOverflow(std::size_t node, const DumpTarget& target);
    [[nodiscard]] bool makesNonFinite(std::size_t node) const;

    OnnxModel m_model;
    std::shared_ptr<const OnnxRuntime> m_runtime;
    std::unique_ptr<OnnxSession> m_session;
    std::vector<OnnxPort> m_outputs;
    std::unique_ptr<OnnxSession::Values> m_values;
    std::unordered_map<std::string_view, std::size_t> m_places; ///< of exposed names
    std::unordered_map<std::string_view, TensorData> m_given;   ///< inputs of the running model
};

/// Microseconds since 1970; every call gives a later one, so that names sort as files were written.
[[nodiscard]] std::uint64_t nextDumpTime();

} // namespace dumpscope::core
