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

/// What is to be captured. Paths are as seen from the current folder.
struct CaptureHostRequest {
    std::vector<std::string> runtimes; ///< libraries that speak AscendCL; the first that is there is taken
    bool devicesOnly = false;          ///< list the devices, capture nothing
    std::string model;
    std::vector<std::string> inputs; ///< .npy, raw bytes, or how to fill it; in the model's order
    std::string config;              ///< an acl.json; dump_path in it says where the dump goes
    int device = 0;
    int runs = 1; ///< executions, which are the steps of the dump
};

/// States of contract `capture`, in order.
inline constexpr std::string_view kCaptureStates[] = {"self-test", "connecting", "loading", "armed",
    "executing", "draining", "opening", "done", "failed", "cancelled"};

struct CaptureDevice {
    int id = 0;
    std::string name;
    Message state; ///< "ready", or why it is not
    std::uint64_t memoryTotal = 0, memoryFree = 0;
};

/// Something that happened in the device host.
struct CaptureEvent {
    enum class Kind : std::uint8_t { State, Log, Progress, Devices, Failed, Done };
    Kind kind = Kind::Log;
    Message text;     ///< State: its word; Log: a line; Failed: what, why, what to try
    std::string call; ///< Failed: the function that refused, empty if none
    int code = 0;     ///< Failed: what it returned
    std::uint64_t done = 0, total = 0;
    std::string runtime, version; ///< Devices
    std::vector<CaptureDevice> devices;
};
using CaptureSink = std::function<void(const CaptureEvent&)>;

/// Does what the request asks for in this process, which a runtime may crash or stop. Returns whether it
/// succeeded; a failure was an event. For device hosts and tests.
bool captureHere(const CaptureHostRequest& request, const CaptureSink& sink);

/// The other side: reads a request from `in` and sends events to `out` until done. Its exit code.
[[nodiscard]] int serveCapture(int in, int out);

/// How to start a device host.
struct HostProgram {
    std::string path;
    std::vector<std::string> arguments;                           ///< behind the path
    std::vector<std::string> environment;                         ///< NAME=VALUE
    std::chrono::milliseconds silence {std::chrono::minutes(10)}; ///< longer without an event: it hangs
};

/// A configuration as a file, because AscendCL takes no other, for as long as this object lives.
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

/// Runs the request in a device host of its own and hands on what happens there; a crash, a hang or nonsense
/// of any runtime is a Failed event and an error here, and kills nobody else. Code::Cancelled when stopped.
[[nodiscard]] Result<void> captureInHost(const CaptureHostRequest& request, const HostProgram& program,
    const CaptureSink& sink, std::stop_token stop);

} // namespace dumpscope::core
