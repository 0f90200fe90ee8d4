// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"

#include <string>

namespace dumpscope::core {

/// A value of that type, kept as float64, as elementText prints the element: an extreme, say.
[[nodiscard]] std::string valueText(double value, DType dtype);

} // namespace dumpscope::core
