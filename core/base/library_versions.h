// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Name and version of every library the core was built with, for `--version` and reports.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> libraryVersions();

} // namespace dumpscope::core
