// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::cli {

/// The program and every library it uses, one per line.
[[nodiscard]] std::string versionText();

} // namespace dumpscope::cli
