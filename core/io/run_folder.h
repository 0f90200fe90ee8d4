// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// Folder beside a dump in which the run that wrote it keeps its own: configuration, profile and log of the
/// program. No part of the dump, wherever in an opened root it lies (docs/capture.md, Launching a program).
inline constexpr std::string_view kRunFolder = ".capture";

} // namespace dumpscope::core
