// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_run.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace dumpscope::core {

namespace {

struct SignalWords {
    int number;
    std::string_view name, meaning;
};
constexpr std::array<SignalWords, 14> kSignals {{
    {SIGSEGV, "SIGSEGV", "it used memory that is not its own"},
    {SIGABRT, "SIGABRT", "it gave up by itself (abort)"},
    {SIGBUS, "SIGBUS", "memory or a mapped file behind it was not there"},
    {SIGFPE, "SIGFPE", "an integer was divided by zero"},
    {SIGILL, "SIGILL", "it was built for another processor"},
    {SIGKILL, "SIGKILL", "it was killed from outside"},
    {SIGTERM, "SIGTERM", "it was asked to end"},
    {SIGINT, "SIGINT", "it was interrupted"},
    {SIGHUP, "SIGHUP", "its terminal went away"},
    {SIGPIPE, "SIGPIPE", "it wrote to a pipe that nobody reads"},
    {SIGXFSZ, "SIGXFSZ", "a file grew beyond the limit for files; see ulimit -f"},
    {SIGXCPU, "SIGXCPU", "it used more processor time than allowed; see ulimit -t"},
    {SIGQUIT, "SIGQUIT", "it was told to quit"},
    {SIGSYS, "SIGSYS", "it made a system call that is forbidden here"},
}};

std::string signalText(int signal)
{
    const auto found = std::ranges::find(kSignals, signal, &SignalWords::number);
    if (found != kSignals.end())
        return std::string(found->name) + ", " + std::string(found->meaning);
    const char* words = ::strsignal(signal);
    return "signal " + std::to_string(signal) + (words != nullptr ? std::string(" (") + words + ')' : "");
}

std::string startErrorText(int error, const std::string& program)
{
    switch (error) {
    case ENOENT:
        return program
            + " cannot be started: there is no such program; check its name, PATH, and the interpreter in "
              "its first line";
    case ENOTDIR:
        return program + " cannot be started: the folder to run it in is none";
    case EACCES:
        return program + " cannot be started: it may not be executed; try chmod +x, or start its interpreter";
    case ENOEXEC:
        return program
            + " cannot be started: it is neither a program nor a script whose first line names one; start "
              "its interpreter, such as python3";
    case E2BIG:
        return program + " cannot be started: its arguments and variables are too long together";
    default:
        return program + " cannot be started: " + std::strerror(error);
    }
}

std::string exitCodeText(int code)
{
    constexpr int kNotExecutable = 126, kNotFound = 127, kSignalBase = 128;
    std::string text = "ended with exit code " + std::to_string(code);
    if (code == kNotExecutable)
        text += ": a shell found a command that may not be executed";
    else if (code == kNotFound)
        text += ": a shell did not find a command";
    else if (code > kSignalBase && code < kSignalBase + 65)
        text += ": what it started was ended by " + signalText(code - kSignalBase);
    return text;
}

} // namespace

std::string programEndWords(const ProgramEnd& end, std::string_view program)
{
    const std::string name = printable(program);
    if (end.startError != 0)
        return startErrorText(end.startError, name);
    std::string text = name + ' ';
    if (end.signal != 0)
        text += "was ended by " + signalText(end.signal);
    else if (end.exitCode == 0)
        text += "ended well";
    else
        text += exitCodeText(end.exitCode);
    if (end.wasStopped)
        text += "; it was stopped on request";
    if (end.isOutOfMemory)
        text += "; the kernel ran out of memory meanwhile and ended a process: try a smaller batch, or dump "
                "fewer operators";
    if (!end.lastError.empty() && !(end.exitCode == 0 && end.signal == 0))
        text += "; its last words: " + end.lastError;
    return text;
}

} // namespace dumpscope::core
