// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "config/acl_config.h"
#include "onnx/onnx_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What a dump configuration can call a model and its operators.
struct ModelNames {
    std::string file, graph;            ///< either is the model's name
    std::vector<std::string> operators; ///< in order of execution
    std::vector<std::string> originals; ///< of operators that go by two names
};
/// `fileName`: of the model, without its ending.
[[nodiscard]] ModelNames modelNames(const OnnxModel& model, std::string_view fileName);

/// Why a valid configuration that names models or operators captures nothing of this model, with the names
/// that there are; nothing where it captures something, or what it captures depends on more than names.
[[nodiscard]] std::optional<Message> whyNothingIsChosen(const AclDumpConfig& config, const ModelNames& names);

} // namespace dumpscope::core
