// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/device_state.h"

#include "base/text.h"

#include <array>
#include <climits>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

std::string& threadMessage()
{
    thread_local std::string message;
    return message;
}

std::string timeFolder()
{
    const std::time_t now = std::time(nullptr);
    std::tm local {};
    ::localtime_r(&now, &local);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d%H%M%S", &local)};
}

std::string absolutePath(const std::string& path)
{
    std::array<char, PATH_MAX> resolved {};
    return ::realpath(path.c_str(), resolved.data()) != nullptr ? resolved.data() : path;
}

} // namespace

DeviceState& deviceState()
{
    // Never torn down: threads of the program may still be inside when it ends.
    static auto* state = [] {
        auto* made = new DeviceState;
        made->environment = readDeviceEnvironment();
        return made;
    }();
    return *state;
}

acl::Status recordError(acl::Status code, const std::string& message)
{
    DeviceState& state = deviceState();
    std::string& text = state.processErrors ? state.processMessage : threadMessage();
    text = message + '\n' + text;
    return code;
}

std::string takeErrors()
{
    DeviceState& state = deviceState();
    return std::exchange(state.processErrors ? state.processMessage : threadMessage(), {});
}

acl::Status faultAt(std::string_view place)
{
    const std::string_view fault = deviceState().environment.fault;
    if (!fault.starts_with(place) || fault.size() <= place.size() || fault[place.size()] != ':')
        return acl::kSuccess;
    const std::string_view kind = fault.substr(place.size() + 1);
    if (kind == "crash")
        std::abort();
    while (kind == "hang")
        ::pause();
    while (kind == "chatter") {
        constexpr std::string_view kLine = "still at it\n";
        static_cast<void>(!::write(STDERR_FILENO, kLine.data(), kLine.size()));
        ::usleep(100'000);
    }
    if (kind == "helper" || kind == "helper-crash") {
        if (::fork() == 0) // it has all that the device host has open
            ::pause();
        if (kind == "helper-crash")
            std::abort();
        std::atexit([] { ::pause(); });
        return acl::kSuccess;
    }
    const auto code = static_cast<acl::Status>(parseInt(kind).value_or(acl::kInternalError));
    return recordError(code, "EE9999: a fault at " + std::string(place) + " was asked for");
}

std::string faultyOperator()
{
    constexpr std::string_view kPlace = "aicore:";
    const std::string& fault = deviceState().environment.fault;
    return fault.starts_with(kPlace) ? fault.substr(kPlace.size()) : std::string();
}

acl::Status applyDumpConfig(DeviceState& state, const std::string& text, bool fromInit)
{
    const AclCheck check = checkAclConfig(text, ".");
    if (!check.isValid()) {
        for (auto finding = check.findings.rbegin(); finding != check.findings.rend(); ++finding) {
            if (finding->severity == Severity::Error)
                recordError(0, finding->code + ": acl.json: " + finding->key + ": " + finding->message);
        }
        return fromInit ? check.initReturnCode : check.returnCode;
    }
    if (!check.config.isEnabled())
        return acl::kSuccess;
    auto active = std::make_shared<ActiveDump>(ActiveDump {check.config, {}});
    if (check.config.isExceptionScene()) {
        if (check.config.scene == AclDumpConfig::Scene::Detail)
            return recordError(acl::kInternalError, "the CPU device has no AI Core to write a core file of");
        const std::string& root = !state.environment.exceptionRoot.empty() ? state.environment.exceptionRoot
            : check.config.path.empty()                                    ? "."
                                                                           : check.config.path;
        active->root = absolutePath(root) + "/extra-info/data-dump";
        if (state.exceptionDump == nullptr) // a second one is ignored
            state.exceptionDump = std::move(active);
        return acl::kSuccess;
    }
    const std::string path = check.config.isRemote ? check.config.path : absolutePath(check.config.path);
    active->root = path + '/' + timeFolder();
    state.dataPath = active->root + '/';
    state.dump = std::move(active);
    return acl::kSuccess;
}

std::vector<std::string> onnxRuntimeCandidates(const DeviceEnvironment& environment)
{
    if (!environment.onnxRuntime.empty())
        return {environment.onnxRuntime};
    Dl_info info {};
    std::string folder = ".";
    if (::dladdr(reinterpret_cast<const void*>(&onnxRuntimeCandidates), &info) != 0
        && info.dli_fname != nullptr) {
        const std::string library = absolutePath(info.dli_fname);
        folder = library.substr(0, library.rfind('/'));
    }
    return {folder + "/libonnxruntime.so." + std::string(OnnxRuntime::kVersion)};
}

} // namespace dumpscope::core
