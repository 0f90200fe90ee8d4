// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What is to be captured. Paths are relative to the current folder.
struct CaptureHostRequest {
    std::vector<std::string>
        runtimes;             ///< libraries that implement AscendCL; the first that is there is taken
    bool devicesOnly = false; ///< list the devices, capture nothing
    std::string model;
    std::vector<std::string> inputs; ///< .npy, raw bytes, or how to fill it; in the model's order
    std::string config;              ///< an acl.json; its dump_path is the folder of the dump
    int device = 0;
    int runs = 1; ///< executions, which are the steps of the dump
};

/// States of contract `capture`, in order.
inline constexpr std::string_view kCaptureStates[] = {"self-test", "connecting", "loading", "armed",
    "executing", "draining", "opening", "done", "failed", "cancelled"};

struct CaptureDevice {
    int id = 0;
    std::string name;
    Message state;                                 ///< "ready", or why it is not
    std::uint64_t memoryTotal = 0, memoryFree = 0; ///< bytes
};

/// Something that happened in the device host.
struct CaptureEvent {
    enum class Kind : std::uint8_t { State, Log, Progress, Devices, Failed, Done };
    Kind kind = Kind::Log;
    Message text;                      ///< State: its word; Log: a line; Failed: what, why, what to try
    std::string call;                  ///< Failed: the AscendCL function that failed, empty if none
    int code = 0;                      ///< Failed: what it returned
    std::uint64_t done = 0, total = 0; ///< Progress: runs
    std::string runtime, version;      ///< Devices
    std::vector<CaptureDevice> devices;
};
using CaptureSink = std::function<void(const CaptureEvent&)>;

/// Captures in this process, which a runtime may crash or block. Returns whether it
/// succeeded; a failure was an event. For device hosts and tests.
bool captureHere(const CaptureHostRequest& request, const CaptureSink& sink);

/// Body of a device host: reads one request from file descriptor `in`, sends events to `out` until done, and
/// returns the exit code. Takes over standard output: call it once, from `main`.
[[nodiscard]] int serveCapture(int in, int out);

/// How to start a device host.
struct HostProgram {
    std::string path;
    std::vector<std::string> arguments;   ///< after the path
    std::vector<std::string> environment; ///< NAME=VALUE
    std::chrono::milliseconds silence {
        std::chrono::minutes(10)}; ///< without an event but log lines: it hangs
};

/// A configuration as a file in `folder`, because AscendCL takes no other form; removed with this object.
class ConfigFile {
public:
    [[nodiscard]] static Result<ConfigFile> make(const std::string& folder, std::string_view text);
    ConfigFile(ConfigFile&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
    {
    }
    ConfigFile& operator=(ConfigFile&&) = delete;
    ~ConfigFile();
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    explicit ConfigFile(std::string path)
        : m_path(std::move(path))
    {
    }
    std::string m_path;
};

/// Runs the request in a device host of its own and passes its events to `sink`, on the calling thread.
/// Errors: Code::Io where the capture failed, or the runtime crashed, hung or sent invalid messages (also a
/// Failed event); Code::Cancelled when stopped, which ends the host; the system's reason where the host
/// cannot be started.
[[nodiscard]] Result<void> captureInHost(const CaptureHostRequest& request, const HostProgram& program,
    const CaptureSink& sink, std::stop_token stop);

} // namespace dumpscope::core
