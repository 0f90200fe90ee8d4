// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/device_state.h"

#include "base/text.h"
#include "capture/output_claim.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

std::string& threadMessage()
{
    thread_local std::string message;
    return message;
}

/// A folder of the time in `path` that nothing else was dumped into: of a later second where there is one of
/// this. Writing tells why where it cannot be made.
std::string makeTimeFolder(const std::string& path)
{
    for (std::time_t now = std::time(nullptr);; ++now) {
        std::string folder = path + '/' + captureTimeText(now);
        if (::mkdir(folder.c_str(), 0700) == 0 || errno != EEXIST)
            return folder;
    }
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
                recordError(
                    0, finding->code + ": acl.json: " + finding->key + ": " + finding->message.text());
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
    active->root = check.config.isRemote ? check.config.path + '/' + captureTimeText(std::time(nullptr))
                                         : makeTimeFolder(absolutePath(check.config.path));
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
