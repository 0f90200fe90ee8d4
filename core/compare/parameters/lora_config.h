// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"
#include "model/dump_index.h"

#include <optional>
#include <string_view>

namespace dumpscope::core {

class PairTable;

/// What B · A of a module is multiplied by, by the configuration in the folder of its matrix A: alpha / r or
/// alpha / √r, where r is the rows of A. nullopt: no alpha is stored.
[[nodiscard]] std::optional<double> loraFactor(const DumpIndex& index, TensorId a, std::string_view module);

/// What both sides' configurations say otherwise of their adapters; empty: nothing.
[[nodiscard]] Message otherLoraConfig(const PairTable& pairs);

} // namespace dumpscope::core
