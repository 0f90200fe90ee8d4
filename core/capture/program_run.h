// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// How to start a program. Its standard input is empty.
struct ProgramStart {
    std::string program; ///< a path, or a name looked up in PATH of `environment`
    std::vector<std::string> arguments;
    std::string folder;                   ///< where it runs; empty: the current one
    std::vector<std::string> environment; ///< NAME=VALUE, all it gets
    std::string logFile;                  ///< gets all it prints; empty: no file
    /// From SIGINT to SIGTERM, and from there to SIGKILL.
    std::chrono::milliseconds patience {std::chrono::seconds(5)};
    /// Processes it leaves behind may be idle for this long before they are ended, too.
    std::chrono::milliseconds linger {std::chrono::seconds(10)};
};

/// The program or one that it started, directly or not.
struct ProgramProcess {
    int pid = 0, parent = 0;
    std::string name;        ///< as the kernel calls it
    std::optional<int> rank; ///< one process of each rank has it: the largest of the topmost
    double cpuSeconds = 0;
    std::uint64_t memory = 0; ///< resident bytes
    bool isPaused = false;

    bool operator==(const ProgramProcess&) const = default;
};

/// How a program ended.
struct ProgramEnd {
    int startError = 0; ///< errno: it never ran
    int exitCode = 0, signal = 0;
    bool wasStopped = false;    ///< because it was asked for
    bool isOutOfMemory = false; ///< the kernel ended a process for lack of memory meanwhile
    Message words;              ///< a sentence: what happened, and what to do
    std::string lastError;      ///< last line of its last Python traceback, or of an abort; may be empty
    double seconds = 0;
    std::uint64_t logLines = 0, logBytes = 0;

    [[nodiscard]] bool isSuccess() const
    {
        return startError == 0 && exitCode == 0 && signal == 0 && !wasStopped;
    }
};

struct ProgramEvent {
    enum class Kind : std::uint8_t {
        Started,   ///< it runs
        Log,       ///< it printed `lines`; `leftOut` more are only in the log file
        Processes, ///< the set of processes has changed, or about every second their numbers
        Note,      ///< what was done to the program: `text`
        Ended,     ///< `end`; nothing follows
    };
    Kind kind = Kind::Log;
    std::vector<std::string> lines; ///< printable, at most 4096 bytes each
    std::uint64_t leftOut = 0;
    std::vector<ProgramProcess> processes; ///< parents before children
    Message text;
    ProgramEnd end;
};

/// A running program. It is in a process group of its own below a *program host* (a process of ours that
/// outlives this one): when this process ends in any way, the program and everything it started is ended,
/// also what left its group or lost its parent. Not thread-safe.
class ProgramRun {
public:
    using Sink = std::function<void(const ProgramEvent&)>;

    /// `host` starts `serveProgram`. A program that cannot be started is an Ended event, not an error.
    /// Errors: the system's reason where the host cannot be started. `sink` is called by `pump` only.
    [[nodiscard]] static Result<std::unique_ptr<ProgramRun>> start(
        const ProgramStart& program, const HostProgram& host, Sink sink);
    /// Ends what still runs, at once.
    ~ProgramRun();
    ProgramRun(const ProgramRun&) = delete;
    ProgramRun& operator=(const ProgramRun&) = delete;

    /// Passes what happened to the sink, waiting at most `wait` for something. False when the program has
    /// ended.
    [[nodiscard]] bool pump(std::chrono::milliseconds wait);
    /// SIGINT, then SIGTERM, then SIGKILL to the whole group and all descendants; does not wait. Another call
    /// skips to the next signal.
    void stop();
    void pause();  ///< SIGSTOP to all of them
    void resume(); ///< SIGCONT

    struct State;

private:
    explicit ProgramRun(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Body of a program host: reads a start and orders from file descriptor `in`, sends events to `out`, and
/// returns the exit code. Changes signal handlers of the process: call it once, from `main`.
[[nodiscard]] int serveProgram(int in, int out);

/// Exit code or signal in words: "exit code 127: the shell did not find a command", "ended by SIGSEGV …".
[[nodiscard]] Message programEndWords(const ProgramEnd& end, std::string_view program);

} // namespace dumpscope::core
