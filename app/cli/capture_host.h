// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::cli {

/// First argument that makes this program a device host.
inline constexpr std::string_view kDeviceHostCommand = "device-host";

/// First argument that makes this program the host of a launched one.
inline constexpr std::string_view kProgramHostCommand = "program-host";

/// The zone that is meant where the variable TZ is not set. Set by `main`, not inherited.
inline constexpr const char* kLocalZone = ":/etc/localtime";

/// This program as the host of a launched one, and what that inherits.
[[nodiscard]] core::HostProgram programHost();
[[nodiscard]] std::vector<std::string> inheritedEnvironment();

/// This program as its own device host. Other numbers of seconds are taken for the nearest of those.
[[nodiscard]] core::HostProgram deviceHost(double silenceSeconds);

/// Libraries to try for `--runtime`: a path, `cpu`, or nothing: the toolkit that ASCEND_HOME_PATH or
/// ASCEND_TOOLKIT_HOME names, else the built-in CPU device.
[[nodiscard]] std::vector<std::string> runtimeCandidates(const std::string& chosen);

/// Where ONNX Runtime may be: DUMPSCOPE_ONNXRUNTIME, else beside the CPU device's library.
[[nodiscard]] std::vector<std::string> onnxRuntimes();

} // namespace dumpscope::cli
