// SPDX-License-Identifier: GPL-3.0-or-later
// Both ends of the pipe between a program and its device host.
#include "capture/capture.h"
#include "capture/device_messages.h"
#include "protocol/message_pipe.h"

#include "base/text.h"
#include "io/child_process.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLeave = 2s;  ///< for a host that has said all it had to say
constexpr auto kCrash = 10s; ///< for one that went silent: core files take their time

double seconds(std::chrono::milliseconds time)
{
    constexpr double kPerSecond = 1000;
    return static_cast<double>(time.count()) / kPerSecond;
}

/// A device host that runs, and how it is going. Killed with this object.
class RunningHost {
public:
    RunningHost(const HostProgram& program, const CaptureSink& sink)
        : m_program(program)
        , m_sink(sink)
    {
    }

    Result<void> start();
    Result<void> talk(const CaptureHostRequest& request, const std::stop_token& stop);

private:
    using Ends = std::array<pollfd, 2>;
    [[nodiscard]] Ends waitFor(int patienceMs) const;
    Result<void> take(const Ends& ends);
    Result<void> takeRest();
    Result<void> takeMessages(std::string_view bytes);
    void takeLog(std::string_view bytes, bool isEnd);
    Result<void> explainEnd(const std::stop_token& stop);
    Result<void> fault(Message text) const;
    [[nodiscard]] Message during() const
    {
        return m_state.empty() ? phrase("before it began") : phrase("during %1", m_state);
    }

    const HostProgram& m_program;
    const CaptureSink& m_sink;
    ChildProcess m_child;
    UniqueFd m_to, m_from, m_log;
    MessageSplitter m_messages;
    Clock::time_point m_answered; ///< when it last said something but log lines
    std::string m_logLine, m_state, m_lastLog;
    std::optional<CaptureEvent> m_end;
};

Result<void> RunningHost::start()
{
    TRY_ASSIGN(Pipe requests, Pipe::make());
    TRY_ASSIGN(Pipe events, Pipe::make());
    TRY_ASSIGN(Pipe log, Pipe::make());
    ChildStart begin {{m_program.path}, m_program.environment, requests.reading.get(), events.writing.get(),
        log.writing.get()};
    begin.inheritsIgnored = true;
    begin.words.insert(begin.words.end(), m_program.arguments.begin(), m_program.arguments.end());
    if (const int failed = m_child.start(begin); failed != 0)
        return fail(systemError(failed, phrase("start the device host"), {m_program.path}));
    m_to = std::move(requests.writing);
    m_from = std::move(events.reading);
    m_log = std::move(log.reading);
    return {};
}

Result<void> RunningHost::takeMessages(std::string_view bytes)
{
    m_messages.add(bytes);
    std::string message;
    for (;;) {
        TRY_ASSIGN(const bool isComplete, m_messages.next(message));
        if (!isComplete)
            return {};
        TRY_ASSIGN(CaptureEvent event, decodeCaptureEvent(message));
        using Kind = CaptureEvent::Kind;
        // What it logs is no answer, nor is half a message, nor what comes behind the end.
        if (event.kind != Kind::Log && !m_end)
            m_answered = Clock::now();
        if (event.kind == Kind::State)
            m_state = event.text.text();
        if (event.kind == Kind::Done || event.kind == Kind::Failed)
            m_end = event;
        m_sink(event);
    }
}

void RunningHost::takeLog(std::string_view bytes, bool isEnd)
{
    constexpr std::size_t kLongestLine = 4096;
    const auto report = [&] {
        CaptureEvent event;
        m_lastLog = printable(m_logLine);
        event.text = m_lastLog;
        m_sink(event);
        m_logLine.clear();
    };
    for (const char c : bytes) {
        if (c != '\n')
            m_logLine += c;
        if (!m_logLine.empty() && (c == '\n' || m_logLine.size() >= kLongestLine))
            report();
    }
    if (isEnd && !m_logLine.empty())
        report();
}

Result<void> RunningHost::fault(Message text) const
{
    CaptureEvent event;
    event.kind = CaptureEvent::Kind::Failed;
    event.text = std::move(text);
    m_sink(event);
    return fail(Code::Io, event.text);
}

/// The host has gone, or said all it had to say, or talks no more. What runtimes do when a program ends is
/// not waited for.
Result<void> RunningHost::explainEnd(const std::stop_token& stop)
{
    const auto until = Clock::now() + (m_end ? kLeave : kCrash);
    while (!m_child.hasEnded() && Clock::now() < until) {
        if (stop.stop_requested() && !m_end)
            return fail(Code::Cancelled, phrase("cancelled"));
        ::poll(nullptr, 0, 5);
    }
    m_child.endGroup(); // helpers, too
    const int status = m_child.wait();
    TRY_VOID(takeRest());
    takeLog({}, true);
    if (m_end)
        return m_end->kind == CaptureEvent::Kind::Done ? Result<void>() : fail(Code::Io, m_end->text);
    Message why = phrase("the device host ended %1 without saying why", during());
    if (WIFSIGNALED(status))
        why = phrase("the device host was ended by signal %1 (%2) %3", WTERMSIG(status),
            ::strsignal(WTERMSIG(status)), during());
    else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        why = phrase("the device host gave up with exit code %1 %2", WEXITSTATUS(status), during());
    if (!m_lastLog.empty())
        why = phrase("%1; its last words: %2", why, m_lastLog);
    return fault(phrase("%1; files it wrote before are kept", why));
}

RunningHost::Ends RunningHost::waitFor(int patienceMs) const
{
    Ends ends {{{m_from.get(), POLLIN, 0}, {m_log.get(), POLLIN, 0}}};
    if (::poll(ends.data(), ends.size(), patienceMs) <= 0)
        ends[0].revents = ends[1].revents = 0;
    return ends;
}

Result<void> RunningHost::take(const Ends& ends)
{
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
            return fault(taken.error().inFull());
    }
    return {};
}

/// What the host has said before it ended. More than its pipes hold comes from others.
Result<void> RunningHost::takeRest()
{
    constexpr int kMostPieces = 64;
    for (int i = 0; i < kMostPieces; ++i) {
        const Ends ends = waitFor(0);
        if (ends[0].revents == 0 && ends[1].revents == 0)
            break;
        TRY_VOID(take(ends));
    }
    return {};
}

Result<void> RunningHost::talk(const CaptureHostRequest& request, const std::stop_token& stop)
{
    const auto sent = writeMessage(m_to.get(), encodeCaptureRequest(request));
    if (!sent)
        return explainEnd(stop);
    m_answered = Clock::now();
    while (m_from || m_log) {
        constexpr int kPatienceMs = 50; // an interrupt and the end of the host are seen within
        const Ends ends = waitFor(kPatienceMs);
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        // Helpers of the runtime may keep the pipes open for ever, and go on writing.
        if (m_child.hasEnded())
            break;
        const auto silent = Clock::now() - m_answered;
        if (m_end && (silent > kLeave || (ends[1].revents == 0 && !m_from)))
            break;
        if (!m_end && silent > m_program.silence)
            return fault(
                phrase("the runtime did not answer for %1 s %2 and was ended; files it wrote before are kept",
                    numberText(seconds(m_program.silence)), during()));
        TRY_VOID(take(ends));
        if (m_end && !m_from)
            m_child.endGroup();
    }
    return explainEnd(stop);
}

} // namespace

Result<ConfigFile> ConfigFile::make(const std::string& folder, std::string_view text)
{
    std::string path = folder + "/.acl-XXXXXX";
    const UniqueFd file(::mkstemp(path.data()));
    if (!file)
        return fail(systemError(errno, phrase("write the configuration"), {folder}));
    ConfigFile made(path);
    while (!text.empty()) {
        const ::ssize_t written = ::write(file.get(), text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(systemError(errno, phrase("write the configuration"), {folder}));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return made;
}

ConfigFile::~ConfigFile()
{
    if (!m_path.empty())
        ::unlink(m_path.c_str());
}

Result<void> captureInHost(const CaptureHostRequest& request, const HostProgram& program,
    const CaptureSink& sink, std::stop_token stop)
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
    const auto request = decodeCaptureRequest(message);
    if (!request)
        return 1;
    const bool done = captureHere(*request, [&](const CaptureEvent& event) {
        // Nobody listens any more: nobody wants the capture.
        if (!writeMessage(events.get(), encodeCaptureEvent(event)))
            ::_exit(1);
    });
    return done ? 0 : 1;
}

} // namespace dumpscope::core
