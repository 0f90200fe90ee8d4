// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <string>

namespace dumpscope::core {

/// One element as text: shortest round-trip for its own type ("0.1" for float16 0.1, "1+2j",
/// "True"), raw codes as 0x…; what `show` prints and JSON carries.
[[nodiscard]] std::string elementText(const ElementChunk& chunk, std::uint64_t indexInChunk);
/// The element's stored bits as 0x…, most significant first.
[[nodiscard]] std::string elementBits(const ElementChunk& chunk, std::uint64_t indexInChunk);

/// A value of that type, kept as float64, as elementText prints the element: an extreme, say.
[[nodiscard]] std::string valueText(double value, DType dtype);

} // namespace dumpscope::core
