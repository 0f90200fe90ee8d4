// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// A module or parameter by its path (`model.layers.0.mlp.gate_proj.weight`), and which call of it.
struct ModuleName {
    std::string path;
    std::string call; ///< direction and number
};

/// `Module.path.Class.forward.0` of msprobe, and names that are a path themselves. Nothing: the name of an
/// API, of a graph's operator, or without parts.
[[nodiscard]] std::optional<ModuleName> moduleName(std::string_view operatorName);

/// `/model/layers.0/self_attn/q_proj/MatMul`: the module of an operator that torch.onnx exported, and what is
/// left of the name.
struct ExportedName {
    std::string path; ///< by dots
    std::string_view part;
};
[[nodiscard]] std::optional<ExportedName> exportedName(std::string_view operatorName);

} // namespace dumpscope::core
