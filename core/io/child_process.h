// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/posix_file.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace dumpscope::core {

/// A pipe as a pair of sockets, because writing to a socket whose other end is closed need not raise a
/// signal. Not inherited by children unless they are given an end.
struct Pipe {
    UniqueFd reading, writing;
    [[nodiscard]] static Result<Pipe> make();
};

/// Appends what can be read to `text`; false at the end.
[[nodiscard]] bool readSome(int fd, std::string& text);

/// How to start a child process. `input`, `output` and `error` are file descriptors of the caller or one of:
struct ChildStart {
    static constexpr int kInherited = -1, kNothing = -2;

    std::vector<std::string> words; ///< the program, looked for in PATH where it has no slash, and arguments
    std::vector<std::string> environment; ///< NAME=VALUE
    int input = kNothing, output = kInherited, error = kInherited;
    /// The child ignores the signals that this process ignores: for programs of Dumpscope.
    bool inheritsIgnored = false;
    /// It stays in the process group of this process, so that it may ask at the terminal; SIGINT is blocked
    /// in it, as Ctrl+C is this process's to answer.
    bool isAtTerminal = false;
};

/// A child process in a process group of its own (Ctrl+C reaches only this process, which ends the child),
/// unless `isAtTerminal`. It begins without the blocked and, unless `inheritsIgnored`, the ignored signals of
/// this process. The destructor kills the whole group, or the child alone. Not thread-safe.
class ChildProcess {
public:
    ChildProcess() = default;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// errno of what failed, or 0.
    [[nodiscard]] int start(const ChildStart& start);
    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// Whether it has ended, even if others still hold its pipes. Does not wait.
    [[nodiscard]] bool hasEnded() const;
    /// To the child alone.
    void signal(int number) const;
    /// Kills the child and its group. Before `wait`: later the group id may belong to others.
    void endGroup() const;
    /// Waits for the end; the status of waitpid.
    int wait();

private:
    pid_t m_pid = 0;
    bool m_hasGroup = true;
};

/// A program that is run for its standard output.
struct ProgramCall {
    enum class Errors : std::uint8_t { Inherited, Dropped, Answered };

    std::vector<std::string> words; ///< as of ChildStart
    std::vector<std::string> environment = {};
    std::string_view input = {};            ///< its standard input
    Errors errors = Errors::Inherited;      ///< of its standard error; Answered: into the answer
    bool isAtTerminal = false;              ///< as of ChildStart
    std::uint64_t memoryBytes = 0;          ///< limit of its address space; 0: none
    std::uint64_t computingSeconds = 0;     ///< limit of its processor time; 0: none
    std::chrono::milliseconds patience {0}; ///< limit of the wall time; 0: none
};

struct ProgramAnswer {
    std::string text;
    int exitCode = -1; ///< -1: a signal ended it
    [[nodiscard]] bool isSuccess() const { return exitCode == 0; }
};

/// Runs a program and waits for its end; processes it leaves behind in its group are killed. Errors: the
/// system's reason where it cannot be started (Code::NotFound), Code::Limit after `patience`,
/// Code::Cancelled.
[[nodiscard]] Result<ProgramAnswer> runProgram(const ProgramCall& call, const std::stop_token& stop);

} // namespace dumpscope::core
