// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/bytes.h"

#include <string_view>

namespace dumpscope::core {

/// What a file is that holds the figures of a comparison and no tensors, and what to open instead: of
/// Dumpscope, msprobe and msaccucmp. Empty: it is none.
[[nodiscard]] Message comparisonResult(std::string_view name, ByteSpan head);

} // namespace dumpscope::core
