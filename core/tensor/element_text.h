// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <string>

namespace dumpscope::core {

/// One element as text: shortest round-trip for its own type ("0.1" for float16 0.1, "1+2j", "True"), raw
/// codes as 0x…; as `show` prints it.
[[nodiscard]] std::string elementText(const ElementChunk& chunk, std::uint64_t indexInChunk);
/// The element's stored bits as 0x…, most significant first.
[[nodiscard]] std::string elementBits(const ElementChunk& chunk, std::uint64_t indexInChunk);

/// A value of type `dtype`, given as float64, as elementText prints it; for extremes.
[[nodiscard]] std::string valueText(double value, DType dtype);

} // namespace dumpscope::core
