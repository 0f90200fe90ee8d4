// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "tensor/shape.h"

#include <cstdint>
#include <string>
#include <tuple>

namespace dumpscope::core {

/// Tensors at one place of operators that differ in their numbers alone: the name without digits, io, slot.
using OperatorClass = std::tuple<std::string, Io, std::int32_t>;

[[nodiscard]] OperatorClass operatorClassOf(const DumpIndex& index, TensorId id);

/// Empty where it is not recorded, too.
[[nodiscard]] Shape recordedShape(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
