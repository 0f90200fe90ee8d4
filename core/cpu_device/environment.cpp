// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/environment.h"

#include <cstdlib>

namespace dumpscope::core {

namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

DeviceEnvironment readDeviceEnvironment()
{
    // Later releases of ONNX Runtime would send usage data without this.
    ::setenv("ORT_DISABLE_TELEMETRY", "1", 1);
    DeviceEnvironment environment {variable("DUMPSCOPE_ONNXRUNTIME"), variable("DUMPSCOPE_CPU_DEVICE_FAULT"),
        variable("ASCEND_DUMP_PATH")};
    if (environment.exceptionRoot.empty())
        environment.exceptionRoot = variable("ASCEND_WORK_PATH");
    return environment;
}

} // namespace dumpscope::core
