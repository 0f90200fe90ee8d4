// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"

#include "program_path.h"

#include "capture/capture_profile.h"
#include "onnx/onnx_runtime.h"
#include "request/capture_request.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace dumpscope::cli {

std::vector<std::string> inheritedEnvironment()
{
    std::vector<std::string> environment;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (*variable != std::string("TZ=") + kLocalZone)
            environment.emplace_back(*variable);
    }
    return environment;
}

core::HostProgram programHost()
{
    return {programPath(), {std::string(kProgramHostCommand)}, inheritedEnvironment()};
}

core::HostProgram deviceHost(double silenceSeconds)
{
    return {programPath(), {std::string(kDeviceHostCommand)}, inheritedEnvironment(),
        std::chrono::milliseconds(static_cast<std::int64_t>(
            std::clamp(silenceSeconds, core::kLeastTimeout, core::kMostTimeout) * 1000))};
}

std::vector<std::string> runtimeCandidates(const std::string& chosen)
{
    core::RuntimePlaces places {{}, programFolder()};
    for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"}) {
        const char* const home = std::getenv(name);
        places.toolkits.emplace_back(home != nullptr ? home : "");
    }
    return core::runtimeCandidates(chosen, places);
}

std::vector<std::string> onnxRuntimes()
{
    const char* const chosen = std::getenv("DUMPSCOPE_ONNXRUNTIME");
    return core::onnxRuntimePlaces(chosen != nullptr ? chosen : "", programFolder());
}

} // namespace dumpscope::cli
