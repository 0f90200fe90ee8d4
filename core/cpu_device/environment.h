// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::core {

/// What the CPU device takes from the environment of the program that loaded it: like the libraries it stands
/// for, it has no other way to be configured. The only place below the programs that reads it.
struct DeviceEnvironment {
    std::string onnxRuntime;   ///< DUMPSCOPE_ONNXRUNTIME: path of the library to use
    std::string fault;         ///< DUMPSCOPE_CPU_DEVICE_FAULT: see faultAt
    std::string exceptionRoot; ///< ASCEND_DUMP_PATH, else ASCEND_WORK_PATH
};
[[nodiscard]] DeviceEnvironment readDeviceEnvironment();

} // namespace dumpscope::core
