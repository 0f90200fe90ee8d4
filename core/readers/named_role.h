// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/tensor_record.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// What hooks of modules call the tensors they save: `model.layers.0.mlp.output.0`,
/// `model.input.attention_mask`.
struct NamedRole {
    std::string_view module;
    Io io = Io::Unknown;
    std::optional<std::int32_t> slot; ///< 0 where nothing follows the role; none for a keyword
    std::string_view key;             ///< of a keyword or a nested list: all behind the role
};

/// Nothing where no part of the name is a role, or where what follows it is a parameter's: modules are called
/// `output`, too (`encoder.layer.0.output.dense.weight`).
[[nodiscard]] std::optional<NamedRole> roleInName(std::string_view name);
/// Gives the record module, io and slot.
void setRole(const NamedRole& role, TensorRecord& record);

} // namespace dumpscope::core
