// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Short names of paths, one for each: the last part, and where others have the same, the nearest part above
/// that tells them apart: "b/t" of /a/b/t beside /a/c/t, "a/…/t" of /a/x/t beside /b/x/t. Equal paths have
/// equal names.
[[nodiscard]] std::vector<std::string> distinctNames(std::span<const std::string> paths);

} // namespace dumpscope::core
