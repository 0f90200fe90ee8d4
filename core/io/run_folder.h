// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// Folder beside a dump with configuration, profile and log of the run that wrote it. Not part of the dump,
/// wherever in an opened root it is (docs/capture.md, Launching a program).
inline constexpr std::string_view kRunFolder = ".capture";

} // namespace dumpscope::core
