// SPDX-License-Identifier: GPL-3.0-or-later
// Life cycle, device, streams and memory of AscendCL on the CPU (docs/formats/ascendcl-capture.md 2.5, 3.2).
#include "cpu_device/device_state.h"

#include "base/text.h"
#include "io/json_reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/sysinfo.h>

namespace dumpscope::core {

namespace {

using namespace acl;

constexpr char kSocName[] = "Dumpscope CPU device";

struct Context {
    int device = 0;
};
struct Stream {
    std::uint32_t overflowSwitch = 0;
};
thread_local Context* currentContext = nullptr;

Context* implicitContext()
{
    static Context context;
    return &context;
}

Status checkErrorMode(DeviceState& state, const JsonValue& document)
{
    const JsonValue* mode = document.isObject() ? document.find("err_msg_mode") : nullptr;
    if (mode == nullptr)
        return kSuccess;
    if (!mode->isString() || (mode->text != "0" && mode->text != "1"))
        return kInvalidParam;
    state.processErrors = mode->text == "1";
    return kSuccess;
}

/// The order of checks of docs/formats/ascendcl-capture.md 3.2.
Status initialize(DeviceState& state, const char* path)
{
    if (state.initCount > 0) {
        ++state.initCount;
        return kRepeatInitialize;
    }
    AclFile file;
    if (path != nullptr && *path != '\0')
        file = readAclFile(path);
    if (file.returnCode != 0)
        return recordError(
            file.returnCode, "EH0001: the configuration " + std::string(path) + " cannot be read");
    const std::size_t hash = std::hash<std::string> {}(file.text);
    if (state.firstConfigHash && *state.firstConfigHash != hash)
        return recordError(kInvalidParam, "the configuration differs from that of the first aclInit");
    if (!file.text.empty()) {
        const AclCheck check = checkAclConfig(file.text, ".");
        if (check.initReturnCode == kParseFile) {
            recordError(
                0, check.findings.front().code + ": acl.json: " + check.findings.front().message.text());
            return kParseFile;
        }
        const auto document = parseJson(file.text);
        if (document && checkErrorMode(state, *document) != kSuccess)
            return kInvalidParam;
        const Status applied = applyDumpConfig(state, file.text, true);
        if (applied != kSuccess)
            return applied;
    }
    if (state.runtime == nullptr) {
        auto runtime = OnnxRuntime::load(onnxRuntimeCandidates(state.environment));
        if (!runtime)
            return recordError(kInternalError, runtime.error().text());
        state.runtime = std::move(*runtime);
    }
    state.firstConfigHash = hash;
    state.initCount = 1;
    state.finalized = false;
    return kSuccess;
}

Status finalize(DeviceState& state)
{
    if (state.finalized)
        return kRepeatFinalize;
    state.finalized = true;
    state.initCount = 0;
    state.models.clear();
    return kSuccess;
}

template<typename Function> Status locked(const Function& function) noexcept
{
    return guarded([&] {
        DeviceState& state = deviceState();
        const std::scoped_lock lock(state.mutex);
        return function(state);
    });
}

} // namespace

DUMPSCOPE_ACL Status aclInit(const char* path)
{
    if (const Status fault = guarded([] { return faultAt("init"); }); fault != kSuccess)
        return fault;
    return locked([&](DeviceState& state) { return initialize(state, path); });
}

DUMPSCOPE_ACL Status aclFinalize()
{
    if (const Status fault = guarded([] { return faultAt("finalize"); }); fault != kSuccess)
        return fault;
    return locked(finalize);
}

DUMPSCOPE_ACL Status aclFinalizeReference(std::uint64_t* count)
{
    return locked([&](DeviceState& state) -> Status {
        if (state.initCount == 0)
            return kRepeatFinalize;
        const Status done = state.initCount == 1 ? finalize(state) : (--state.initCount, Status {kSuccess});
        if (count != nullptr)
            *count = state.initCount;
        return done;
    });
}

DUMPSCOPE_ACL Status aclrtGetVersion(std::int32_t* major, std::int32_t* minor, std::int32_t* patch)
{
    if (major == nullptr || minor == nullptr || patch == nullptr)
        return kInvalidParam;
    *major = 1;
    *minor = 17;
    *patch = 0;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclsysGetCANNVersion(int, PackageVersion* version)
{
    if (version == nullptr)
        return kInvalidParam;
    *version = {};
    std::strncpy(version->version, kSocName, sizeof(version->version) - 1);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclsysGetVersionStr(char*, char* out)
{
    if (out == nullptr)
        return kInvalidParam;
    std::strcpy(out, kSocName);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclsysGetVersionNum(char*, std::int32_t*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL const char* aclGetRecentErrMsg()
{
    return guarded(
        []() -> const char* {
            thread_local std::string shown;
            shown = takeErrors();
            return shown.empty() ? nullptr : shown.c_str();
        },
        static_cast<const char*>(nullptr));
}

DUMPSCOPE_ACL Status aclrtPeekAtLastError(int level)
{
    return level == 0 ? kSuccess : kInvalidParam;
}

DUMPSCOPE_ACL Status aclrtGetLastError(int level)
{
    return level == 0 ? kSuccess : kInvalidParam;
}

DUMPSCOPE_ACL Status aclrtGetDeviceCount(std::uint32_t* count)
{
    if (count == nullptr)
        return kInvalidParam;
    *count = 1;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtSetDevice(std::int32_t device)
{
    if (device != 0)
        return guarded([] { return recordError(kInvalidDeviceId, "EE1001: the CPU device is device 0"); });
    if (const Status fault = guarded([] { return faultAt("set-device"); }); fault != kSuccess)
        return fault;
    currentContext = implicitContext();
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtResetDevice(std::int32_t device)
{
    if (device != 0)
        return kInvalidDeviceId;
    currentContext = nullptr;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtResetDeviceForce(std::int32_t device)
{
    return aclrtResetDevice(device);
}

DUMPSCOPE_ACL Status aclrtGetDevice(std::int32_t* device)
{
    if (device == nullptr)
        return kInvalidParam;
    if (currentContext == nullptr)
        return kContextNull;
    *device = currentContext->device;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtSynchronizeDevice()
{
    return currentContext != nullptr ? kSuccess : kContextNull;
}

DUMPSCOPE_ACL const char* aclrtGetSocName()
{
    return kSocName;
}

DUMPSCOPE_ACL Status aclrtGetRunMode(int* mode)
{
    if (mode == nullptr)
        return kInvalidParam;
    *mode = kHost;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtGetMemInfo(int, std::size_t* unused, std::size_t* total)
{
    if (unused == nullptr || total == nullptr)
        return kInvalidParam;
    struct sysinfo info = {};
    if (::sysinfo(&info) != 0)
        return kInternalError;
    *unused = static_cast<std::size_t>(info.freeram + info.bufferram) * info.mem_unit;
    *total = static_cast<std::size_t>(info.totalram) * info.mem_unit;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtCreateContext(void** context, std::int32_t device)
{
    if (context == nullptr)
        return kInvalidParam;
    if (device != 0)
        return kInvalidDeviceId;
    currentContext = new (std::nothrow) Context;
    *context = currentContext;
    return currentContext != nullptr ? kSuccess : kMemoryAllocation;
}

DUMPSCOPE_ACL Status aclrtDestroyContext(void* context)
{
    if (context == nullptr)
        return kInvalidParam;
    if (currentContext == context)
        currentContext = nullptr;
    if (context != implicitContext())
        delete static_cast<Context*>(context);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtSetCurrentContext(void* context)
{
    if (context == nullptr)
        return kInvalidParam;
    currentContext = static_cast<Context*>(context);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtGetCurrentContext(void** context)
{
    if (context == nullptr)
        return kInvalidParam;
    *context = currentContext;
    return currentContext != nullptr ? kSuccess : kContextNull;
}

DUMPSCOPE_ACL Status aclrtCreateStream(void** stream)
{
    if (stream == nullptr)
        return kInvalidParam;
    if (currentContext == nullptr)
        return kContextNull;
    *stream = new (std::nothrow) Stream;
    return *stream != nullptr ? kSuccess : kMemoryAllocation;
}

DUMPSCOPE_ACL Status aclrtCreateStreamWithConfig(void** stream, std::uint32_t, std::uint32_t)
{
    return aclrtCreateStream(stream);
}

DUMPSCOPE_ACL Status aclrtDestroyStream(void* stream)
{
    if (stream == nullptr)
        return kInvalidParam;
    delete static_cast<Stream*>(stream);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtDestroyStreamForce(void* stream)
{
    return aclrtDestroyStream(stream);
}

// Work is done when it is given, so nothing is ever waited for.
DUMPSCOPE_ACL Status aclrtSynchronizeStream(void*)
{
    return currentContext != nullptr ? kSuccess : kContextNull;
}

DUMPSCOPE_ACL Status aclrtSynchronizeStreamWithTimeout(void* stream, std::int32_t milliseconds)
{
    return milliseconds < -1 ? Status {kRuntimeParamInvalid} : aclrtSynchronizeStream(stream);
}

DUMPSCOPE_ACL Status aclrtGetDeviceSatMode(int* mode)
{
    if (mode == nullptr)
        return kInvalidParam;
    *mode = 1; // infinities and NaN are kept
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtSetDeviceSatMode(int mode)
{
    return mode == 1 ? kSuccess : kNotSupported;
}

DUMPSCOPE_ACL Status aclrtSetStreamOverflowSwitch(void* stream, std::uint32_t flag)
{
    if (flag > 1)
        return kInvalidParam;
    if (stream != nullptr)
        static_cast<Stream*>(stream)->overflowSwitch = flag;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtGetStreamOverflowSwitch(void* stream, std::uint32_t* flag)
{
    if (flag == nullptr)
        return kInvalidParam;
    *flag = stream != nullptr ? static_cast<Stream*>(stream)->overflowSwitch : 0;
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtGetOverflowStatus(void* buffer, std::size_t, void*)
{
    return buffer == nullptr ? kInvalidParam : kNotSupported;
}

DUMPSCOPE_ACL Status aclrtResetOverflowStatus(void*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclrtMalloc(void** pointer, std::size_t size, int)
{
    constexpr std::size_t kAlignment = 64, kExtra = 64;
    if (pointer == nullptr || size == 0)
        return kInvalidParam;
    if (currentContext == nullptr)
        return kContextNull;
    if (size > SIZE_MAX / 2)
        return kMemoryAllocation;
    *pointer = std::aligned_alloc(kAlignment, (size + kExtra + kAlignment - 1) / kAlignment * kAlignment);
    return *pointer != nullptr ? kSuccess : kMemoryAllocation;
}

DUMPSCOPE_ACL Status aclrtFree(void* pointer)
{
    if (pointer == nullptr)
        return kInvalidParam;
    std::free(pointer);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtMallocHost(void** pointer, std::size_t size)
{
    if (pointer == nullptr || size == 0)
        return kInvalidParam;
    *pointer = std::malloc(size);
    return *pointer != nullptr ? kSuccess : kMemoryAllocation;
}

DUMPSCOPE_ACL Status aclrtFreeHost(void* pointer)
{
    return aclrtFree(pointer);
}

DUMPSCOPE_ACL Status aclrtMemcpy(void* to, std::size_t room, const void* from, std::size_t count, int kind)
{
    constexpr int kLastKind = 5;
    if (count == 0)
        return kSuccess;
    if (to == nullptr || from == nullptr || kind < 0 || kind > kLastKind)
        return kInvalidParam;
    if (count > room)
        return kRuntimeParamInvalid;
    std::memmove(to, from, count);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclrtMemcpyAsync(
    void* to, std::size_t room, const void* from, std::size_t count, int kind, void*)
{
    return aclrtMemcpy(to, room, from, count, kind);
}

DUMPSCOPE_ACL Status aclrtMemset(void* pointer, std::size_t room, std::int32_t value, std::size_t count)
{
    if (count == 0)
        return kSuccess;
    if (pointer == nullptr)
        return kInvalidParam;
    if (count > room)
        return kRuntimeParamInvalid;
    std::memset(pointer, value, count);
    return kSuccess;
}

} // namespace dumpscope::core
