// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "config/config_kind.h"
#include "request/config_request.h"

namespace dumpscope::cli {

/// `config next`: the configuration that captures more of what is in question. The exit code.
[[nodiscard]] int writeNextConfig(
    Console& console, const core::ConfigRequest& request, const core::ConfigKinds& kinds);

} // namespace dumpscope::cli
