// SPDX-License-Identifier: GPL-3.0-or-later
// Dump control of AscendCL on the CPU (docs/formats/ascendcl-capture.md 2.5, 3.2).
#include "cpu_device/device_state.h"

namespace dumpscope::core {

namespace {

using namespace acl;

/// The first two checks of all dump calls but aclmdlInitDump.
Status checkDumpState(const DeviceState& state)
{
    if (state.initCount == 0)
        return recordError(kUninitialized, "EP0008: aclInit was not called");
    if (!state.dumpInit)
        return recordError(kDumpNotRun, "EP0008: aclmdlInitDump was not called");
    return kSuccess;
}

Status setDump(DeviceState& state, const char* path)
{
    if (const Status wrong = checkDumpState(state); wrong != kSuccess)
        return wrong;
    if (path == nullptr)
        return recordError(kInvalidParam, "EP0007: aclmdlSetDump was called without a path");
    const AclFile file = readAclFile(path);
    if (file.returnCode != 0)
        return recordError(
            file.returnCode, "EH0001: the configuration " + std::string(path) + " cannot be read");
    return file.text.empty() ? Status {kSuccess} : applyDumpConfig(state, file.text, false);
}

Status finalizeDump(DeviceState& state)
{
    if (const Status wrong = checkDumpState(state); wrong != kSuccess)
        return wrong;
    state.dumpInit = false;
    state.dump.reset();
    state.exceptionDump.reset();
    for (auto& [id, entry] : state.models) {
        entry->dump.reset();
        entry->plan.reset();
    }
    return kSuccess;
}

template<typename Function> Status locked(const char* place, const Function& function) noexcept
{
    return guarded([&]() -> Status {
        if (const Status fault = faultAt(place); fault != kSuccess)
            return fault;
        DeviceState& state = deviceState();
        const std::scoped_lock lock(state.mutex);
        return function(state);
    });
}

} // namespace

DUMPSCOPE_ACL Status aclmdlInitDump()
{
    return locked("init-dump", [](DeviceState& state) -> Status {
        if (state.initCount == 0)
            return recordError(kUninitialized, "EP0008: aclInit was not called");
        if (state.dumpInit)
            return kRepeatInitialize;
        state.dumpInit = true;
        return kSuccess;
    });
}

DUMPSCOPE_ACL Status aclmdlSetDump(const char* path)
{
    return locked("set-dump", [&](DeviceState& state) { return setDump(state, path); });
}

DUMPSCOPE_ACL Status aclmdlFinalizeDump()
{
    return locked("finalize-dump", finalizeDump);
}

DUMPSCOPE_ACL Status acldumpRegCallback(DumpCallback callback, std::int32_t flag)
{
    return locked("callback", [&](DeviceState& state) -> Status {
        if (callback == nullptr)
            return recordError(kFailure, "EP0007: acldumpRegCallback was called without a function");
        if (flag != 0)
            return recordError(kFailure, "EP0006: acldumpRegCallback takes 0 as its flag");
        if (state.callback == nullptr) // the first one stays
            state.callback = callback;
        return kSuccess;
    });
}

DUMPSCOPE_ACL void acldumpUnregCallback()
{
    static_cast<void>(locked("callback", [](DeviceState& state) -> Status {
        state.callback = nullptr;
        return kSuccess;
    }));
}

DUMPSCOPE_ACL const char* acldumpGetPath(int type)
{
    return guarded(
        [&]() -> const char* {
            DeviceState& state = deviceState();
            const std::scoped_lock lock(state.mutex);
            thread_local std::string shown;
            if (type == kDataDump || type == kOverflowDump)
                shown = state.dataPath;
            else
                shown = state.exceptionDump != nullptr ? state.exceptionDump->root : "";
            return shown.empty() ? nullptr : shown.c_str();
        },
        static_cast<const char*>(nullptr));
}

DUMPSCOPE_ACL Status acldumpGetExceptionInfoPath(char* buffer, std::size_t size)
{
    return locked("callback", [&](DeviceState& state) -> Status {
        if (buffer == nullptr || size == 0)
            return kInvalidParam;
        if (state.exceptionDump == nullptr)
            return kFailure;
        if (state.exceptionDump->root.size() >= size)
            return kInvalidParam;
        buffer[state.exceptionDump->root.copy(buffer, size - 1)] = '\0';
        return kSuccess;
    });
}

DUMPSCOPE_ACL Status acldumpSaveExceptionInfo(const char*, const char*, const void*, std::size_t)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclopStartDumpArgs(std::uint32_t, const char*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclopStopDumpArgs(std::uint32_t)
{
    return kNotSupported;
}

} // namespace dumpscope::core
