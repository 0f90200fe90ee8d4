// SPDX-License-Identifier: GPL-3.0-or-later
// The process between us and a launched program. It outlives us, inherits the processes that lose their
// parent, keeps the log, and ends everything when nobody wants it any more.
#include "capture/process_tree.h"
#include "capture/program_log.h"
#include "capture/program_messages.h"
#include "capture/program_start.h"
#include "protocol/message_pipe.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <set>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Events on their way to a reader that may be slow or gone: never waits. Log lines are left out when too
/// much is under way; nothing else is.
class Outbox {
public:
    explicit Outbox(int fd)
        : m_fd(fd)
    {
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    }
    [[nodiscard]] bool isFull() const { return m_pending.size() > (1U << 19); }
    [[nodiscard]] bool isEmpty() const { return m_pending.empty(); }
    void add(const ProgramEvent& event)
    {
        if (m_isGone)
            return;
        m_pending += framedMessage(encodeProgramEvent(event));
        flush();
    }
    void flush()
    {
        std::size_t sent = 0;
        while (sent < m_pending.size()) {
            const ::ssize_t written
                = ::send(m_fd, m_pending.data() + sent, m_pending.size() - sent, MSG_NOSIGNAL);
            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0) {
                m_isGone = errno != EAGAIN && errno != EWOULDBLOCK;
                break;
            }
            sent += static_cast<std::size_t>(written);
        }
        m_isGone ? m_pending.clear() : static_cast<void>(m_pending.erase(0, sent));
    }

private:
    int m_fd;
    bool m_isGone = false;
    std::string m_pending;
};

class ProgramHost {
public:
    ProgramHost(ProgramStart start, int in, int out)
        : m_start(std::move(start))
        , m_in(in)
        , m_out(out)
        , m_outbox(out)
    {
    }

    int run()
    {
        if (const auto opened = m_log.open(m_start.logFile); !opened)
            note(opened.error().inFull());
        m_killsBefore = outOfMemoryKills();
        m_begun = m_lastWork = Clock::now();
        auto child = startChild(m_start);
        if (!child) {
            m_end.startError = child.error();
            finish();
            return 0;
        }
        m_child = m_group = child->pid;
        m_output = std::move(child->output);
        ProgramEvent started;
        started.kind = ProgramEvent::Kind::Started;
        m_outbox.add(started);
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGCHLD);
        sigaddset(&signals, SIGTERM);
        sigprocmask(SIG_BLOCK, &signals, nullptr);
        m_signals = UniqueFd(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
        while (!isOver())
            turn();
        drainOutput();
        finish();
        return 0;
    }

private:
    void turn();
    void readOrders();
    void readSignals();
    void readOutput();
    void drainOutput();
    void reportLog(bool isLast);
    void reap();
    void look();
    void obey(ProgramOrder order);
    void signalAll(int signal);
    void stopHarder();
    void goOnStopping();
    void noteLeftBehind();
    void finish();
    void note(Message text);
    [[nodiscard]] bool isOver() const
    {
        // What the kernel cannot end, because it waits for a device, is not waited for.
        constexpr auto kLastPatience = 10s;
        return (m_hasEnded && m_processes.empty())
            || (m_stopStep >= 3 && Clock::now() - m_stopped > kLastPatience);
    }

    ProgramStart m_start;
    int m_in, m_out;
    Outbox m_outbox;
    MessageSplitter m_orders;
    ProgramLog m_log;
    UniqueFd m_output, m_signals;
    pid_t m_child = 0, m_group = 0;
    bool m_hasEnded = false, m_isInClosed = false, m_reportedLeft = false;
    ProgramEnd m_end;
    std::vector<ProgramProcess> m_processes;
    Clock::time_point m_begun, m_looked, m_sentLog, m_lastWork, m_stopped;
    double m_lastCpu = 0;
    std::set<int> m_lastPids;
    int m_stopStep = 0; ///< 0: not; then SIGINT, SIGTERM, SIGKILL
    std::uint64_t m_killsBefore = 0, m_lostLines = 0;
};

void ProgramHost::turn()
{
    std::array<pollfd, 4> ends {
        {{m_signals.get(), POLLIN, 0}, {m_output.get(), POLLIN, 0}, {m_isInClosed ? -1 : m_in, POLLIN, 0},
            {m_out, static_cast<short>(m_outbox.isEmpty() ? 0 : POLLOUT), 0}}};
    if (m_isInClosed)
        ends[3].fd = -1;
    // While it is being ended, what it forks must be found soon.
    const auto wait = m_stopStep >= 3 || m_hasEnded ? 20ms : 100ms;
    ::poll(ends.data(), ends.size(), static_cast<int>(wait.count()));
    if (ends[0].revents != 0)
        readSignals();
    if (ends[1].revents != 0)
        readOutput();
    if (ends[2].revents != 0)
        readOrders();
    if (ends[3].revents != 0)
        m_outbox.flush();
    reap();
    look();
    goOnStopping();
    if (Clock::now() - m_sentLog > 100ms)
        reportLog(false);
}

void ProgramHost::readSignals()
{
    signalfd_siginfo info {};
    while (::read(m_signals.get(), &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGTERM)
            stopHarder();
    }
}

void ProgramHost::readOrders()
{
    std::array<char, 4096> buffer;
    const ::ssize_t got = ::read(m_in, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    std::string message;
    bool isSound = got > 0;
    if (got > 0)
        m_orders.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    while (isSound) {
        const auto complete = m_orders.next(message);
        if (complete && !*complete)
            return;
        const auto order = complete ? decodeProgramOrder(message) : Failure(complete.error());
        isSound = order.has_value();
        if (order)
            obey(*order);
    }
    // Nobody is there any more who could ever end the program.
    m_isInClosed = true;
    m_log.add("\n[dumpscope] the process that started this program has gone; the program is ended\n");
    if (m_stopStep == 0)
        stopHarder();
}

void ProgramHost::obey(ProgramOrder order)
{
    switch (order) {
    case ProgramOrder::Stop:
        stopHarder();
        break;
    case ProgramOrder::Kill:
        while (m_stopStep < 3)
            stopHarder();
        break;
    case ProgramOrder::Pause:
        if (m_stopStep == 0) {
            signalAll(SIGSTOP);
            signalAll(SIGSTOP); // what was forked meanwhile
            note(phrase("paused"));
        }
        break;
    case ProgramOrder::Resume:
        signalAll(SIGCONT);
        note(phrase("continued"));
        break;
    }
}

void ProgramHost::readOutput()
{
    std::array<char, 65536> buffer;
    const ::ssize_t got = ::read(m_output.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        m_output.reset();
        return;
    }
    m_lastWork = Clock::now();
    const bool wasCut = m_log.isCut();
    m_log.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    if (m_log.isCut() && !wasCut)
        note(phrase("the log file cannot be written any more; the disk is full, or a limit is reached"));
}

/// What was printed before the end.
void ProgramHost::drainOutput()
{
    if (!m_output)
        return;
    ::fcntl(m_output.get(), F_SETFL, ::fcntl(m_output.get(), F_GETFL) | O_NONBLOCK);
    constexpr int kMostPieces = 4096; // somebody may hold the pipe and go on
    for (int i = 0; i < kMostPieces && m_output; ++i) {
        pollfd end {m_output.get(), POLLIN, 0};
        if (::poll(&end, 1, 0) <= 0)
            return;
        readOutput();
    }
}

void ProgramHost::reportLog(bool isLast)
{
    constexpr std::size_t kMostBytes = 200'000; // of a message
    if (m_outbox.isFull() && !isLast)
        return;
    m_sentLog = Clock::now();
    ProgramLog::Lines taken = m_log.take();
    ProgramEvent event;
    event.leftOut = taken.leftOut;
    std::size_t bytes = 0;
    for (std::string& line : taken.lines) {
        bytes += line.size();
        event.lines.push_back(std::move(line));
        if (bytes > kMostBytes) {
            m_outbox.add(event);
            event = {};
            bytes = 0;
        }
    }
    if (!event.lines.empty())
        m_outbox.add(event);
}

void ProgramHost::reap()
{
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
        if (ended != m_child)
            continue;
        m_child = 0;
        m_hasEnded = true;
        m_end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        m_end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        m_end.wasStopped = m_stopStep > 0;
        m_end.seconds = std::chrono::duration<double>(Clock::now() - m_begun).count();
        m_lastWork = Clock::now();
        m_looked = {};
    }
}

/// Who is there, and whether what was left behind still does something.
void ProgramHost::look()
{
    const auto now = Clock::now();
    const bool isHasty = m_hasEnded || m_stopStep >= 3 || now - m_begun < 2s;
    if (now - m_looked < (isHasty ? 100ms : 1000ms))
        return;
    m_looked = now;
    auto processes = descendantsOf(::getpid());
    std::set<int> pids;
    double cpu = 0;
    for (const ProgramProcess& process : processes) {
        pids.insert(process.pid);
        cpu += process.cpuSeconds;
    }
    if (pids != m_lastPids || cpu > m_lastCpu + 0.02) {
        m_lastWork = now;
        m_lastCpu = cpu;
    }
    const bool isOthers = pids != m_lastPids;
    m_lastPids = std::move(pids);
    m_processes = std::move(processes);
    if ((isOthers || !isHasty) && !m_outbox.isFull()) {
        constexpr std::size_t kMost = 1000;
        ProgramEvent event;
        event.kind = ProgramEvent::Kind::Processes;
        event.processes.assign(m_processes.begin(),
            m_processes.begin() + static_cast<std::ptrdiff_t>(std::min(m_processes.size(), kMost)));
        m_outbox.add(event);
    }
    if (m_hasEnded)
        noteLeftBehind();
}

void ProgramHost::noteLeftBehind()
{
    if (m_processes.empty())
        return;
    const auto names = [this] {
        std::string text;
        for (std::size_t i = 0; i < std::min<std::size_t>(m_processes.size(), 5); ++i)
            text += (i == 0 ? "" : ", ") + m_processes[i].name + " (" + std::to_string(m_processes[i].pid)
                + ')';
        return text + (m_processes.size() > 5 ? ", …" : "");
    };
    if (!m_reportedLeft && m_stopStep == 0)
        note(phrase("the program has ended and left %1 running: %2", m_processes.size(), names()));
    m_reportedLeft = true;
    if (m_stopStep == 0 && Clock::now() - m_lastWork > m_start.linger) {
        note(phrase("what it left does nothing any more and is ended: %1", names()));
        stopHarder();
    }
}

/// To the group at once, and to those that have left it.
void ProgramHost::signalAll(int signal)
{
    bool isGroupReported = false;
    for (const ProgramProcess& process : descendantsOf(::getpid())) {
        const bool isInGroup = ::getpgid(process.pid) == m_group;
        if (!isInGroup)
            ::kill(process.pid, signal);
        else if (!std::exchange(isGroupReported, true))
            ::kill(-m_group, signal);
    }
}

void ProgramHost::stopHarder()
{
    constexpr std::array<int, 4> kSignals {0, SIGINT, SIGTERM, SIGKILL};
    constexpr std::array<Form<0>, 3> kWords {Form<0>("asked to end (SIGINT)"),
        Form<0>("still there; told to end (SIGTERM)"), Form<0>("still there; killed (SIGKILL)")};
    if (m_stopStep >= 3)
        return;
    ++m_stopStep;
    m_stopped = Clock::now();
    note(kWords[static_cast<std::size_t>(m_stopStep - 1)]);
    signalAll(kSignals[static_cast<std::size_t>(m_stopStep)]);
    signalAll(SIGCONT); // what is paused could not answer
}

void ProgramHost::goOnStopping()
{
    if (m_stopStep == 0 || (m_hasEnded && m_processes.empty()))
        return;
    if (m_stopStep >= 3)
        signalAll(SIGKILL);
    else if (Clock::now() - m_stopped > m_start.patience)
        stopHarder();
}

void ProgramHost::note(Message text)
{
    ProgramEvent event;
    event.kind = ProgramEvent::Kind::Note;
    event.text = std::move(text);
    m_outbox.add(event);
}

void ProgramHost::finish()
{
    m_log.end();
    reportLog(true);
    if (!m_processes.empty()) {
        note(phrase("%1 processes cannot be ended: they wait for the kernel", m_processes.size()));
        m_end.signal = m_hasEnded ? m_end.signal : SIGKILL;
        m_end.wasStopped = true;
    }
    m_end.isOutOfMemory = (m_end.signal == SIGKILL || m_end.exitCode != 0) && m_stopStep < 3
        && outOfMemoryKills() > m_killsBefore;
    m_end.lastError = m_log.lastError();
    m_end.logLines = m_log.lines();
    m_end.logBytes = m_log.bytes();
    m_end.words = programEndWords(m_end, m_start.program);
    ProgramEvent event;
    event.kind = ProgramEvent::Kind::Ended;
    event.end = m_end;
    m_outbox.add(event);
    const auto until = Clock::now() + 10s;
    while (!m_outbox.isEmpty() && Clock::now() < until) {
        pollfd end {m_out, POLLOUT, 0};
        ::poll(&end, 1, 100);
        m_outbox.flush();
    }
}

} // namespace

int serveProgram(int in, int out)
{
    // Keys of a terminal are meant for the program that started us.
    for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGPIPE, SIGXFSZ})
        std::signal(signal, SIG_IGN);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    MessageSplitter messages;
    std::string message;
    for (;;) {
        const auto complete = messages.next(message);
        if (!complete)
            return 1;
        if (*complete)
            break;
        std::array<char, 65536> buffer;
        const ::ssize_t got = ::read(in, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 1;
        messages.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    }
    auto start = decodeProgramStart(message);
    return start ? ProgramHost(std::move(*start), in, out).run() : 1;
}

} // namespace dumpscope::core
