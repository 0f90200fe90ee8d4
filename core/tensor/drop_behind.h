// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

namespace dumpscope::core {

/// Says that elements [first, last) of a large tensor are done with, so that memory stays flat however long
/// the pass. Small ones stay in memory until they are closed.
void dropBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last);

} // namespace dumpscope::core
