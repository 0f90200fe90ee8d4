// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"

namespace dumpscope::core {

/// Before a configuration is written: a file that is there must be one of the same kind (checkReplaced), else
/// Code::Usage. Scripts are of the kind if they hold nothing but the configuration.
[[nodiscard]] Result<void> checkConfigOutput(const std::string& path, const ConfigKind& kind);

} // namespace dumpscope::core
