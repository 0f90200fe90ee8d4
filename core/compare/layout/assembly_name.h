// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/layout/assembly.h"

namespace dumpscope::core {

/// assemblyWord for people, in the language of the window.
[[nodiscard]] Message assemblyName(AssemblyKind kind);

} // namespace dumpscope::core
