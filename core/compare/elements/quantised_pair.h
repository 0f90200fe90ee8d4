// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

namespace dumpscope::core {

/// Whether both tensors hold quantised integers of which their files record another scale or zero point: the
/// same integers stand for other numbers then.
[[nodiscard]] bool areQuantisedOtherwise(
    const DumpIndex& target, TensorId own, const DumpIndex& golden, TensorId other);

} // namespace dumpscope::core
