// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

namespace dumpscope::core {

/// scanJson that sets `offset` to where the value or key of each event begins, before the event.
[[nodiscard]] Result<void> scanJsonWithOffsets(
    std::string_view text, JsonHandler& handler, const JsonLimits& limits, std::uint64_t& offset);

} // namespace dumpscope::core
