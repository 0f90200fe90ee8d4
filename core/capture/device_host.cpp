// SPDX-License-Identifier: GPL-3.0-or-later
// Both ends of the pipe between a program and its device host.
#include "capture/capture.h"
#include "capture/message_pipe.h"

#include "base/text.h"
#include "io/posix_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(std::chrono::milliseconds time)
{
    constexpr double kPerSecond = 1000;
    return static_cast<double>(time.count()) / kPerSecond;
}

struct Pipe {
    UniqueFd reading, writing;
};

Result<Pipe> makePipe()
{
    // Sockets, because writing to one whose other end has gone need not raise a signal.
    std::array<int, 2> ends {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail(systemError(errno, "open a pipe"));
    return Pipe {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// Reads what is there; false at the end.
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

/// A device host that runs, and how it is going. Killed with this object.
class RunningHost {
public:
    RunningHost(const HostProgram& program, const CaptureSink& sink)
        : m_program(program)
        , m_sink(sink)
    {
    }
    ~RunningHost()
    {
        if (m_child > 0) {
            ::kill(m_child, SIGKILL);
            static_cast<void>(wait());
        }
    }
    RunningHost(const RunningHost&) = delete;
    RunningHost& operator=(const RunningHost&) = delete;

    Result<void> start();
    Result<void> talk(const CaptureRequest& request, const std::stop_token& stop);

private:
    int wait();
    Result<void> takeMessages(std::string_view bytes);
    void takeLog(std::string_view bytes, bool isEnd);
    Result<void> explainEnd();
    Result<void> fault(std::string text) const;
    [[nodiscard]] std::string during() const
    {
        return m_state.empty() ? "before it began" : "during " + m_state;
    }

    const HostProgram& m_program;
    const CaptureSink& m_sink;
    pid_t m_child = 0;
    UniqueFd m_to, m_from, m_log;
    MessageSplitter m_messages;
    std::string m_logLine, m_state, m_lastLog;
    std::optional<CaptureEvent> m_end;
};

Result<void> RunningHost::start()
{
    TRY_ASSIGN(Pipe requests, makePipe());
    TRY_ASSIGN(Pipe events, makePipe());
    TRY_ASSIGN(Pipe log, makePipe());
    std::vector<char*> arguments, environment;
    arguments.push_back(const_cast<char*>(m_program.path.c_str())); // the interface has no const
    for (const std::string& argument : m_program.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    for (const std::string& variable : m_program.environment)
        environment.push_back(const_cast<char*>(variable.c_str()));
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, requests.reading.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, events.writing.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, log.writing.get(), STDERR_FILENO);
    const int failed = ::posix_spawn(
        &m_child, m_program.path.c_str(), &actions, nullptr, arguments.data(), environment.data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        m_child = 0;
        return fail(systemError(failed, "start the device host", {m_program.path}));
    }
    m_to = std::move(requests.writing);
    m_from = std::move(events.reading);
    m_log = std::move(log.reading);
    return {};
}

int RunningHost::wait()
{
    int status = 0;
    while (::waitpid(m_child, &status, 0) < 0 && errno == EINTR) { }
    m_child = 0;
    return status;
}

Result<void> RunningHost::takeMessages(std::string_view bytes)
{
    m_messages.add(bytes);
    std::string message;
    for (;;) {
        TRY_ASSIGN(const bool isComplete, m_messages.next(message));
        if (!isComplete)
            return {};
        TRY_ASSIGN(CaptureEvent event, parseCaptureEvent(message));
        using Kind = CaptureEvent::Kind;
        if (event.kind == Kind::State)
            m_state = event.text;
        if (event.kind == Kind::Done || event.kind == Kind::Failed)
            m_end = event;
        m_sink(event);
    }
}

void RunningHost::takeLog(std::string_view bytes, bool isEnd)
{
    constexpr std::size_t kLongestLine = 4096;
    const auto tell = [&] {
        CaptureEvent event;
        event.text = m_lastLog = printable(m_logLine);
        m_sink(event);
        m_logLine.clear();
    };
    for (const char c : bytes) {
        if (c != '\n')
            m_logLine += c;
        if (!m_logLine.empty() && (c == '\n' || m_logLine.size() >= kLongestLine))
            tell();
    }
    if (isEnd && !m_logLine.empty())
        tell();
}

Result<void> RunningHost::fault(std::string text) const
{
    CaptureEvent event;
    event.kind = CaptureEvent::Kind::Failed;
    event.text = std::move(text);
    m_sink(event);
    return fail(Code::Io, event.text);
}

/// The host has gone.
Result<void> RunningHost::explainEnd()
{
    const int status = wait();
    if (m_end)
        return m_end->kind == CaptureEvent::Kind::Done ? Result<void>() : fail(Code::Io, m_end->text);
    std::string why = "the device host ended " + during() + " without saying why";
    if (WIFSIGNALED(status))
        why = std::string("the device host was ended by signal ") + std::to_string(WTERMSIG(status)) + " ("
            + ::strsignal(WTERMSIG(status)) + ") " + during();
    else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        why = "the device host gave up with exit code " + std::to_string(WEXITSTATUS(status)) + ' '
            + during();
    if (!m_lastLog.empty())
        why += "; its last words: " + m_lastLog;
    return fault(why + "; files it wrote before are kept");
}

Result<void> RunningHost::talk(const CaptureRequest& request, const std::stop_token& stop)
{
    const auto sent = writeMessage(m_to.get(), captureRequestJson(request));
    if (!sent)
        return explainEnd();
    auto heard = Clock::now();
    while (m_from || m_log) {
        std::array<pollfd, 2> ends {{{m_from.get(), POLLIN, 0}, {m_log.get(), POLLIN, 0}}};
        constexpr int kPatienceMs = 50; // an interrupt is seen within
        const int ready = ::poll(ends.data(), ends.size(), kPatienceMs);
        if (stop.stop_requested())
            return fail(Code::Cancelled, "cancelled");
        if (ready <= 0) {
            if (Clock::now() - heard <= m_program.silence)
                continue;
            if (m_end)
                break;
            return fault("the runtime did not answer for " + numberText(seconds(m_program.silence)) + " s "
                + during() + " and was ended; files it wrote before are kept");
        }
        heard = Clock::now();
        std::string text;
        if (ends[1].revents != 0) {
            if (readSome(m_log.get(), text))
                takeLog(text, false);
            else
                m_log.reset();
        }
        text.clear();
        if (ends[0].revents != 0) {
            if (!readSome(m_from.get(), text))
                m_from.reset();
            else if (const auto taken = takeMessages(text); !taken)
                return fault(taken.error().text());
        }
        // It has said all; what runtimes do when a program ends is not waited for.
        if (m_end && !m_from)
            ::kill(m_child, SIGKILL);
    }
    takeLog({}, true);
    return explainEnd();
}

} // namespace

Result<ConfigFile> ConfigFile::make(const std::string& folder, std::string_view text)
{
    std::string path = folder + "/.acl-XXXXXX";
    const UniqueFd file(::mkstemp(path.data()));
    if (!file)
        return fail(systemError(errno, "write the configuration", {folder}));
    ConfigFile made(path);
    while (!text.empty()) {
        const ::ssize_t written = ::write(file.get(), text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(systemError(errno, "write the configuration", {folder}));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return made;
}

ConfigFile::~ConfigFile()
{
    if (!m_path.empty())
        ::unlink(m_path.c_str());
}

Result<void> captureInHost(
    const CaptureRequest& request, const HostProgram& program, const CaptureSink& sink, std::stop_token stop)
{
    RunningHost host(program, sink);
    TRY_VOID(host.start());
    return host.talk(request, stop);
}

int serveCapture(int in, int out)
{
    // It has no life of its own.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Runtimes print where they like; the pipe is for messages only.
    const UniqueFd events(::fcntl(out, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!events || ::dup2(STDERR_FILENO, out) < 0)
        return 1;
    MessageSplitter messages;
    std::string text, message;
    for (;;) {
        const auto complete = messages.next(message);
        if (!complete)
            return 1;
        if (*complete)
            break;
        text.clear();
        if (!readSome(in, text))
            return 1;
        messages.add(text);
    }
    const auto request = parseCaptureRequest(message);
    if (!request)
        return 1;
    const bool done = captureHere(*request, [&](const CaptureEvent& event) {
        // Nobody listens any more: nobody wants the capture.
        if (!writeMessage(events.get(), captureEventJson(event)))
            ::_exit(1);
    });
    return done ? 0 : 1;
}

} // namespace dumpscope::core
