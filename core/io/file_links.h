// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/directory_walker.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// Links in a folder that lead to regular files inside the root, with the sizes of these, and those that lead
/// to nothing, with size 0; by name. Others are left out. For trees whose links have names that say something
/// of their own; walkDirectory reports links and does not follow them. `folder` is relative to the root.
[[nodiscard]] std::vector<WalkedFile> fileLinks(const std::string& root, const std::string& folder);

} // namespace dumpscope::core
