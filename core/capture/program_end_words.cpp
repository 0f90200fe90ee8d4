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
    std::string_view name;
    Form<1> sentence;
};
constexpr std::array<SignalWords, 14> kSignalWords {{
    {SIGSEGV, "SIGSEGV", Form<1>("%1, it used memory that is not its own")},
    {SIGABRT, "SIGABRT", Form<1>("%1, it gave up by itself (abort)")},
    {SIGBUS, "SIGBUS", Form<1>("%1, memory or a mapped file behind it was not there")},
    {SIGFPE, "SIGFPE", Form<1>("%1, an integer was divided by zero")},
    {SIGILL, "SIGILL", Form<1>("%1, it was built for another processor")},
    {SIGKILL, "SIGKILL", Form<1>("%1, it was killed from outside")},
    {SIGTERM, "SIGTERM", Form<1>("%1, it was asked to end")},
    {SIGINT, "SIGINT", Form<1>("%1, it was interrupted")},
    {SIGHUP, "SIGHUP", Form<1>("%1, its terminal went away")},
    {SIGPIPE, "SIGPIPE", Form<1>("%1, it wrote to a pipe that nobody reads")},
    {SIGXFSZ, "SIGXFSZ", Form<1>("%1, a file grew beyond the limit for files; see ulimit -f")},
    {SIGXCPU, "SIGXCPU", Form<1>("%1, it used more processor time than allowed; see ulimit -t")},
    {SIGQUIT, "SIGQUIT", Form<1>("%1, it was told to quit")},
    {SIGSYS, "SIGSYS", Form<1>("%1, it made a system call that is forbidden here")},
}};

Message signalText(int signal)
{
    const auto found = std::ranges::find(kSignalWords, signal, &SignalWords::number);
    if (found != kSignalWords.end())
        return phraseOf(found->sentence, found->name);
    const char* words = ::strsignal(signal);
    return words != nullptr ? phrase("signal %1 (%2)", signal, words) : phrase("signal %1", signal);
}

Message startErrorText(int error, const std::string& program)
{
    switch (error) {
    case ENOENT:
        return phrase(
            "%1 cannot be started: there is no such program; check its name, PATH, and the interpreter in "
            "its first line",
            program);
    case ENOTDIR:
        return phrase("%1 cannot be started: the folder to run it in is none", program);
    case EACCES:
        return phrase(
            "%1 cannot be started: it may not be executed; try chmod +x, or start its interpreter", program);
    case ENOEXEC:
        return phrase(
            "%1 cannot be started: it is neither a program nor a script whose first line names one; start "
            "its interpreter, such as python3",
            program);
    case E2BIG:
        return phrase("%1 cannot be started: its arguments and variables are too long together", program);
    default:
        return phrase("%1 cannot be started: %2", program, Message(std::strerror(error)));
    }
}

Message exitCodeText(int code, const std::string& program)
{
    constexpr int kNotExecutable = 126, kNotFound = 127, kSignalBase = 128;
    if (code == kNotExecutable)
        return phrase(
            "%1 ended with exit code %2: a shell found a command that may not be executed", program, code);
    if (code == kNotFound)
        return phrase("%1 ended with exit code %2: a shell did not find a command", program, code);
    if (code > kSignalBase && code < kSignalBase + 65)
        return phrase("%1 ended with exit code %2: what it started was ended by %3", program, code,
            signalText(code - kSignalBase));
    return phrase("%1 ended with exit code %2", program, code);
}

} // namespace

Message programEndWords(const ProgramEnd& end, std::string_view program)
{
    const std::string name = printable(program);
    if (end.startError != 0)
        return startErrorText(end.startError, name);
    Message text = end.signal != 0 ? phrase("%1 was ended by %2", name, signalText(end.signal))
        : end.exitCode == 0        ? phrase("%1 ended well", name)
                                   : exitCodeText(end.exitCode, name);
    if (end.wasStopped)
        text = phrase("%1; it was stopped on request", text);
    if (end.isOutOfMemory)
        text = phrase(
            "%1; the kernel ran out of memory meanwhile and ended a process: try a smaller batch, or dump "
            "fewer operators",
            text);
    if (!end.lastError.empty() && !(end.exitCode == 0 && end.signal == 0))
        text = phrase("%1; its last words: %2", text, end.lastError);
    return text;
}

} // namespace dumpscope::core
