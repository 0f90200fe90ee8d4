// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"

#include "program_path.h"

#include "onnx/onnx_runtime.h"

#include <cstdlib>

#include <unistd.h>

namespace dumpscope::cli {

core::HostProgram deviceHost(double silenceSeconds)
{
    core::HostProgram program {programPath(), {std::string(kDeviceHostCommand)}, {},
        std::chrono::milliseconds(static_cast<std::int64_t>(silenceSeconds * 1000))};
    for (char** variable = environ; *variable != nullptr; ++variable)
        program.environment.emplace_back(*variable);
    return program;
}

std::vector<std::string> runtimeCandidates(const std::string& chosen)
{
    if (!chosen.empty() && chosen != "cpu")
        return {chosen};
    std::vector<std::string> paths;
    for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"}) {
        const char* home = std::getenv(name);
        if (chosen.empty() && home != nullptr && *home != '\0')
            paths.push_back(std::string(home) + "/lib64/libascendcl.so");
    }
    const std::string folder = programFolder();
    paths.push_back(folder.substr(0, folder.rfind('/')) + "/lib/dumpscope/libdumpscope_cpu_device.so");
    return paths;
}

std::vector<std::string> onnxRuntimes()
{
    if (const char* chosen = std::getenv("DUMPSCOPE_ONNXRUNTIME"); chosen != nullptr && *chosen != '\0')
        return {chosen};
    const std::string folder = programFolder();
    return {folder.substr(0, folder.rfind('/')) + "/lib/dumpscope/libonnxruntime.so."
        + std::string(core::OnnxRuntime::kVersion)};
}

} // namespace dumpscope::cli
