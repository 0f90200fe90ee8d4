// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

namespace dumpscope::core {

/// Says that elements [first, last) of a large tensor are done with, so that memory stays flat however long
/// the pass. Small ones stay in memory until they are closed.
void dropBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last);

/// The same for a pass that goes forward on several threads, each of which the kernel stops for a moment
/// whenever pages go: in blocks of a few MiB, a block late, since a thread that has fallen behind would bring
/// its pages back.
void dropBlocksBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last);

} // namespace dumpscope::core
