// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

namespace dumpscope::core {

/// Why a dump lists no tensor, and what to do with what it holds instead: sentences. For an index without
/// tensors.
[[nodiscard]] Message whyNoTensors(const DumpIndex& index);

} // namespace dumpscope::core
