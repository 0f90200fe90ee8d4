// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"

namespace dumpscope::core {

/// Before a configuration is written: what has its name already is one of the same kind (checkReplaced).
/// Scripts are of the kind as long as nothing but the configuration is in them.
[[nodiscard]] Result<void> checkConfigOutput(const std::string& path, const ConfigKind& kind);

} // namespace dumpscope::core
