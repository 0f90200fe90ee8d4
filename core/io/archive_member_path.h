// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/archive_limits.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Where a member lies in its archive: its name (any bytes), of which empty parts and `.` are left out; empty
/// for the archive's own folder. Errors: Code::BadName for no name, an absolute one or one that leads out of
/// the archive; Code::Limit where it is too long or too deep.
[[nodiscard]] Result<std::string> archiveMemberPath(std::string_view name, const ArchiveLimits& limits);

} // namespace dumpscope::core
