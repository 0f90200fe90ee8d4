// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <string>

namespace dumpscope::core {

/// `model.layers.1.mlp.up_proj.weight` for a module's parameter or its gradient; empty where it is not
/// recorded.
[[nodiscard]] std::string parameterName(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
