// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// The same for programs whose core was built from the same sources, and no others.
[[nodiscard]] std::string_view coreBuild();

} // namespace dumpscope::core
