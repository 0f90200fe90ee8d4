// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string_view>

namespace dumpscope::core {

/// Format of a file of another program ("GGUF") by its name and first bytes, so that no reader takes
/// it for a damaged file of its own. Empty: not known.
[[nodiscard]] std::string_view foreignFormat(std::string_view name, ByteSpan head);

} // namespace dumpscope::core
