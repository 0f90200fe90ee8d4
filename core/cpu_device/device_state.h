// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cpu_device/environment.h"
#include "cpu_device/loaded_model.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

/// Marks functions that the library exports; all others are hidden.
#define DUMPSCOPE_ACL extern "C" __attribute__((visibility("default")))

namespace dumpscope::core {

/// A model that a program has loaded, with the dump that was configured at that time.
struct ModelEntry {
    std::unique_ptr<LoadedModel> loaded;
    std::string fileName; ///< base name without extension
    std::shared_ptr<const ActiveDump> dump;
    std::shared_ptr<const DumpPlan> plan; ///< of `dump`; a run uses the one it began with
    std::uint64_t iteration = 0;
    bool isDynamic
        = false; ///< shapes known only at run time: follows the switch (docs/formats/ascendcl-capture.md 3.3)
    std::vector<std::vector<std::int64_t>> lastOutputDims;
    std::mutex mutex; ///< one run at a time
};

/// The process state of docs/formats/ascendcl-capture.md 3.1. `mutex` guards all members.
struct DeviceState {
    std::mutex mutex;
    std::uint64_t initCount = 0;
    std::optional<std::size_t> firstConfigHash;
    bool finalized = false;
    bool dumpInit = false;
    std::shared_ptr<const ActiveDump> dump, exceptionDump;
    std::string dataPath; ///< result of acldumpGetPath; stays valid after the dump
    acl::DumpCallback callback = nullptr;
    std::shared_ptr<const OnnxRuntime> runtime;
    std::map<std::uint32_t, std::shared_ptr<ModelEntry>> models;
    std::uint32_t nextModel = 1;
    DeviceEnvironment environment;
    bool processErrors = false; ///< err_msg_mode "1"
    std::string processMessage;
};
[[nodiscard]] DeviceState& deviceState();

/// Adds a text for aclGetRecentErrMsg (of the thread, or of the process with `processErrors`), newest first,
/// and returns the code.
acl::Status recordError(acl::Status code, const std::string& message);
/// Returns the texts of recordError and clears them.
[[nodiscard]] std::string takeErrors();

/// Simulates the fault of DUMPSCOPE_CPU_DEVICE_FAULT at this place: `PLACE:crash`, `PLACE:hang`,
/// `PLACE:chatter` (hangs and logs), `PLACE:helper` (leaves a process behind and hangs at exit), `PLACE:CODE`
/// (a number to return). Places: init, set-device, set-dump, load, execute, finalize-dump, finalize. 0: no
/// fault.
[[nodiscard]] acl::Status faultAt(std::string_view place);
/// `aicore:OPERATOR`: that operator fails with an AI Core exception. Empty: none.
[[nodiscard]] std::string faultyOperator();

/// Applies a configuration; the caller has locked the state. For aclInit and aclmdlSetDump.
[[nodiscard]] acl::Status applyDumpConfig(DeviceState& state, const std::string& text, bool fromInit);
/// Paths of ONNX Runtime's library to try, in order.
[[nodiscard]] std::vector<std::string> onnxRuntimeCandidates(const DeviceEnvironment& environment);

/// Exceptions must not leave the C interface: `otherwise` is returned instead.
template<typename Function> auto guarded(const Function& function, decltype(function()) otherwise) noexcept
{
    try {
        return function();
    } catch (...) {
        return otherwise;
    }
}
template<typename Function> acl::Status guarded(const Function& function) noexcept
{
    return guarded(function, acl::Status {acl::kInternalError});
}

} // namespace dumpscope::core
