// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts)
{
    std::vector<char*> list;
    list.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        list.push_back(const_cast<char*>(text.c_str())); // the interface has no const
    list.push_back(nullptr);
    return list;
}

void setEnd(posix_spawn_file_actions_t& actions, int given, int place, int flags)
{
    if (given == ChildStart::kNothing)
        ::posix_spawn_file_actions_addopen(&actions, place, "/dev/null", flags, 0);
    else if (given != ChildStart::kInherited)
        ::posix_spawn_file_actions_adddup2(&actions, given, place);
}

void bound(pid_t child, __rlimit_resource what, std::uint64_t most)
{
    const rlimit limit {most, most};
    if (most > 0)
        ::prlimit(child, what, &limit, nullptr);
}

/// Feeds and drains a child at once, so that neither side waits for the other.
Result<std::string> exchange(const ChildProcess& child, Pipe& input, Pipe& output, const ProgramCall& call,
    const std::stop_token& stop)
{
    using Clock = std::chrono::steady_clock;
    constexpr int kPatienceMs = 50; // an interrupt and the end of the child are seen within
    constexpr int kLeavingMs = 5;   // once it has nothing more to say
    const auto until = Clock::now() + call.patience;
    std::string_view rest = call.input;
    std::string answer, text;
    for (;;) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        if (call.patience.count() > 0 && Clock::now() > until)
            return fail(Code::Limit, phrase("the program does not answer"), {call.words.front()});
        if (rest.empty())
            input.writing.reset();
        // Asked first: what it wrote before its end is then there. Helpers may hold the pipe for ever.
        const bool hasEnded = child.hasEnded();
        std::array<pollfd, 2> ends {{{output.reading.get(), POLLIN, 0}, {input.writing.get(), POLLOUT, 0}}};
        ::poll(ends.data(), ends.size(), hasEnded ? 0 : output.reading ? kPatienceMs : kLeavingMs);
        if (hasEnded && ends[0].revents == 0)
            return answer;
        if (hasEnded)
            child.endGroup(); // so that nobody goes on writing
        if (ends[0].revents != 0) {
            text.clear();
            if (readSome(output.reading.get(), text))
                answer += text;
            else
                output.reading.reset();
        }
        if (ends[1].revents != 0) {
            const ::ssize_t put
                = ::send(input.writing.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (put > 0)
                rest.remove_prefix(static_cast<std::size_t>(put));
            else if (put < 0 && errno != EAGAIN && errno != EINTR)
                rest = {}; // it wants no more
        }
    }
}

} // namespace

Result<Pipe> Pipe::make()
{
    std::array<int, 2> ends {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail(systemError(errno, phrase("open a pipe")));
    return Pipe {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

bool readSome(int fd, std::string& text)
{
    std::array<char, 65536> buffer;
    const ::ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (got <= 0)
        return false;
    text.assign(buffer.data(), static_cast<std::size_t>(got));
    return true;
}

ChildProcess::~ChildProcess()
{
    if (m_pid > 0) {
        endGroup();
        wait();
    }
}

int ChildProcess::start(const ChildStart& start)
{
    const std::vector<char*> arguments = pointers(start.words);
    const std::vector<char*> environment = pointers(start.environment);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    setEnd(actions, start.input, STDIN_FILENO, O_RDONLY);
    setEnd(actions, start.output, STDOUT_FILENO, O_WRONLY);
    setEnd(actions, start.error, STDERR_FILENO, O_WRONLY);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes,
        static_cast<short>((start.isAtTerminal ? 0 : POSIX_SPAWN_SETPGROUP) | POSIX_SPAWN_SETSIGMASK
            | (start.inheritsIgnored ? 0 : POSIX_SPAWN_SETSIGDEF)));
    sigset_t blocked, all;
    sigemptyset(&blocked);
    if (start.isAtTerminal)
        sigaddset(&blocked, SIGINT);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &blocked);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    const int failed
        = ::posix_spawnp(&m_pid, arguments[0], &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        m_pid = 0;
    m_hasGroup = !start.isAtTerminal;
    return failed;
}

bool ChildProcess::hasEnded() const
{
    siginfo_t ended = {};
    return ::waitid(P_PID, static_cast<id_t>(m_pid), &ended, WEXITED | WNOHANG | WNOWAIT) != 0
        || ended.si_pid != 0;
}

void ChildProcess::signal(int number) const
{
    if (m_pid > 0)
        ::kill(m_pid, number);
}

void ChildProcess::endGroup() const
{
    if (m_pid > 0)
        ::kill(m_hasGroup ? -m_pid : m_pid, SIGKILL);
}

int ChildProcess::wait()
{
    int status = 0;
    while (m_pid > 0 && ::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    m_pid = 0;
    return status;
}

Result<ProgramAnswer> runProgram(const ProgramCall& call, const std::stop_token& stop)
{
    TRY_ASSIGN(Pipe input, Pipe::make());
    TRY_ASSIGN(Pipe output, Pipe::make());
    using Errors = ProgramCall::Errors;
    ChildProcess child;
    const int failed = child.start({.words = call.words,
        .environment = call.environment,
        .input = input.reading.get(),
        .output = output.writing.get(),
        .error = call.errors == Errors::Inherited ? ChildStart::kInherited
            : call.errors == Errors::Answered     ? output.writing.get()
                                                  : ChildStart::kNothing,
        .isAtTerminal = call.isAtTerminal});
    if (failed != 0)
        return fail(systemError(failed, phrase("start the program"), {call.words.front()}));
    // Also where we are killed and cannot end it.
    bound(child.pid(), RLIMIT_AS, call.memoryBytes);
    bound(child.pid(), RLIMIT_CPU, call.computingSeconds);
    input.reading.reset();
    output.writing.reset();
    TRY_ASSIGN(std::string text, exchange(child, input, output, call, stop));
    child.endGroup();
    const int status = child.wait();
    return ProgramAnswer {std::move(text), WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

} // namespace dumpscope::core
