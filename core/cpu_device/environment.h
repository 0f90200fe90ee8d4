// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::core {

/// What the CPU device takes from the environment of the program that loaded it: like the libraries it
/// replaces, it cannot be configured in another way. The only place of `core` that reads the environment.
struct DeviceEnvironment {
    std::string onnxRuntime;   ///< DUMPSCOPE_ONNXRUNTIME: path of the library to use
    std::string fault;         ///< DUMPSCOPE_CPU_DEVICE_FAULT: see faultAt
    std::string exceptionRoot; ///< ASCEND_DUMP_PATH, else ASCEND_WORK_PATH
};
[[nodiscard]] DeviceEnvironment readDeviceEnvironment();

} // namespace dumpscope::core
