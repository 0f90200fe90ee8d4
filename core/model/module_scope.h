// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/tensor_record.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

class DumpIndex;
struct TensorRow;

/// The path of modules that a tensor's operator is called in, separated by '/': what a file says apart from
/// the name, else the name before its last '/'. Empty where neither tells. Lives as long as the index.
[[nodiscard]] std::string_view scopeOf(const DumpIndex& index, const TensorRow& row);

/// The repeated block of the network that `scope` lies in, as the path down to its number: "layers/3" of
/// "layers/3/attn/qkv", "transformer/h.5" of "transformer/h.5/mlp", "net/3-DecoderLayer" of
/// "net/3-DecoderLayer/norm". Of blocks inside blocks the outer one. Empty where nothing is numbered.
[[nodiscard]] std::string_view layerOf(std::string_view scope);

/// The block in the name of a module, parameter or gradient of which no scope is known: "decoder/layers/0" of
/// "decoder.layers.0.mlp.weight", "layers/1" of "Module.layers.1.proj.Linear.parameters_grad.0" of msprobe. A
/// number alone names no block there: "Functional.linear.3.forward" counts calls.
[[nodiscard]] std::string layerOfName(std::string_view name);

/// The block of a tensor by its scope, else by its operator's name. Gradients are of the block that they are
/// computed in: "Gradients/" in front of a scope of MindSpore is no part of it.
[[nodiscard]] std::string layerOf(const DumpIndex& index, const TensorRow& row);

} // namespace dumpscope::core
