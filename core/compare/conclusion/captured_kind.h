// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <string_view>

namespace dumpscope::core {

/// Whether a dump has operators of the kind that the name is of: msprobe's level L0 captures modules alone
/// and L1 functions alone, so that the other kind is not missing in the program. True of all other names.
[[nodiscard]] bool capturesKindOf(const DumpIndex& index, std::string_view opName);

} // namespace dumpscope::core
