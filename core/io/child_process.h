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

/// A pair of ends; what is written to one is read from the other. Sockets, because writing to one whose
/// other end has gone need not raise a signal. Not inherited by children unless they are given an end.
struct Pipe {
    UniqueFd reading, writing;
    [[nodiscard]] static Result<Pipe> make();
};

/// Reads what is there into `text`; false at the end.
[[nodiscard]] bool readSome(int fd, std::string& text);

/// What a child begins with.
struct ChildStart {
    static constexpr int kInherited = -1, kNothing = -2;

    std::vector<std::string> words; ///< the program, looked for in PATH where it has no slash, and arguments
    std::vector<std::string> environment; ///< NAME=VALUE
    int input = kNothing, output = kInherited, error = kInherited;
    /// Signals that we ignore it ignores, too: for one of our own, which was started with us.
    bool inheritsIgnored = false;
};

/// A program that begins without our blocked and, as a rule, our ignored signals, in a group of its own:
/// Ctrl+C is for us, who end it. Killed with this object, and with it all it started that stayed in its
/// group.
class ChildProcess {
public:
    ChildProcess() = default;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// errno of what failed, or 0.
    [[nodiscard]] int start(const ChildStart& start);
    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// Whether it has ended, whoever else still holds its pipes. Does not wait.
    [[nodiscard]] bool hasEnded() const;
    /// The child and what it started. Before `wait`, as long as the group is known to be theirs.
    void endGroup() const;
    /// Its status, as of waitpid.
    int wait();

private:
    pid_t m_pid = 0;
};

/// A program that is asked something and answers on standard output.
struct ProgramCall {
    enum class Errors : std::uint8_t { Inherited, Dropped, Answered };

    std::vector<std::string> words; ///< as of ChildStart
    std::vector<std::string> environment = {};
    std::string_view input = {};            ///< what it reads
    Errors errors = Errors::Inherited;      ///< where its standard error goes; Answered: into the answer
    std::uint64_t memoryBytes = 0;          ///< it may have; 0: no limit
    std::uint64_t computingSeconds = 0;     ///< it may take; 0: no limit
    std::chrono::milliseconds patience {0}; ///< until it has answered; 0: for ever
};

struct ProgramAnswer {
    std::string text;
    bool isSuccess = false; ///< it ended by itself, with 0
};

/// Waits for the answer of a program, not for helpers it leaves behind, which end with it. Errors:
/// Code::NotFound where it cannot be started, Code::Limit when the patience is over, Code::Cancelled.
[[nodiscard]] Result<ProgramAnswer> runProgram(const ProgramCall& call, const std::stop_token& stop);

} // namespace dumpscope::core
