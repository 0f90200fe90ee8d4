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
    std::string file, graph;            ///< either is a name of the model
    std::vector<std::string> operators; ///< in order of execution
    std::vector<std::string> originals; ///< original names of operators that have two
};
/// `fileName`: of the model, without its ending.
[[nodiscard]] ModelNames modelNames(const OnnxModel& model, std::string_view fileName);

/// Why a valid configuration that names models or operators captures nothing of this model, with the names
/// that the model has; nothing where it captures something, or where names alone do not decide it.
[[nodiscard]] std::optional<Message> whyNothingIsChosen(const AclDumpConfig& config, const ModelNames& names);

} // namespace dumpscope::core
