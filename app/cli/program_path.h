// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::cli {

/// The file that runs; empty where /proc does not tell.
[[nodiscard]] std::string programPath();
/// Its folder, without a slash at the end.
[[nodiscard]] std::string programFolder();

} // namespace dumpscope::cli
