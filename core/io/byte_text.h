// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string_view>

namespace dumpscope::core {

/// The bytes as text, unchanged and not checked; valid as long as the bytes are.
[[nodiscard]] inline std::string_view asText(ByteSpan bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace dumpscope::core
