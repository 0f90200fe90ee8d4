// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/acl_config.h"
#include "onnx/onnx_model.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// An accepted configuration that captures something.
struct ActiveDump {
    AclDumpConfig config;
    std::string root; ///< {dump_path}/{time}, absolute
};

/// What an active configuration captures of a model, bound when the model is loaded
/// (docs/formats/ascendcl-capture.md 1.3, 3.3).
struct DumpPlan {
    struct Step {
        bool inputs = false, outputs = false;
        std::vector<std::uint64_t> withoutInputs, withoutOutputs; ///< slots of the blacklists
        std::vector<std::size_t> watched; ///< nodes whose outputs are written after this one
    };
    std::string modelFolder;
    bool overflow = false;   ///< every operator is checked, those that overflow are written
    std::vector<Step> steps; ///< one per node; empty: nothing is captured

    [[nodiscard]] bool isEmpty() const { return steps.empty() && !overflow; }
};

/// `fileName`: base name of the model's file without its extension.
[[nodiscard]] DumpPlan makeDumpPlan(
    const AclDumpConfig& config, const OnnxModel& model, const std::string& fileName);

/// Constants are data, not operators (docs/formats/ascendcl-capture.md 7).
[[nodiscard]] bool isOperator(const OnnxNode& node);

/// Space, '.', '/' and '\' become '_' (docs/formats/ascend-dump-binary.md 2.1).
[[nodiscard]] std::string dumpFileWord(std::string_view name);

} // namespace dumpscope::core
