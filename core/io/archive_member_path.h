// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/archive_limits.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Path of a member in its archive: its name (any bytes) without empty parts and `.`; empty for the root
/// folder. Errors: Code::BadName for no name, an absolute one or one that leads out of the archive;
/// Code::Limit where it is too long or too deep.
[[nodiscard]] Result<std::string> archiveMemberPath(std::string_view name, const ArchiveLimits& limits);

} // namespace dumpscope::core
