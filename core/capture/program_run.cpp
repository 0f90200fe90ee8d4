// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_run.h"

#include "capture/program_messages.h"
#include "io/posix_file.h"
#include "protocol/message_pipe.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

struct ProgramRun::State {
    State(Sink given, std::string name)
        : sink(std::move(given))
        , program(std::move(name))
    {
    }

    Result<void> startHost(const HostProgram& host);
    void takeMessages();
    void fault(const Message& words);
    void order(ProgramOrder what)
    {
        if (!isOver)
            static_cast<void>(writeMessage(to.get(), encodeProgramOrder(what)));
    }

    Sink sink;
    std::string program;
    pid_t host = 0;
    UniqueFd to, from;
    MessageSplitter messages;
    bool isOver = false;
};

Result<void> ProgramRun::State::startHost(const HostProgram& program_)
{
    std::array<int, 2> orders {}, events {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders.data()) != 0)
        return fail(systemError(errno, phrase("open a pipe")));
    to = UniqueFd(orders[0]);
    const UniqueFd hostOrders(orders[1]);
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, events.data()) != 0)
        return fail(systemError(errno, phrase("open a pipe")));
    from = UniqueFd(events[0]);
    const UniqueFd hostEvents(events[1]);

    std::vector<std::string> words {program_.path};
    words.insert(words.end(), program_.arguments.begin(), program_.arguments.end());
    std::vector<std::string> variables = program_.environment;
    std::vector<char*> arguments, environment;
    for (std::string& word : words)
        arguments.push_back(word.data());
    for (std::string& variable : variables)
        environment.push_back(variable.data());
    arguments.push_back(nullptr);
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, hostOrders.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, hostEvents.get(), STDOUT_FILENO);
    // What ends our group must not end the host before it has ended the program.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    const int failed = ::posix_spawn(
        &host, program_.path.c_str(), &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        host = 0;
        return fail(systemError(failed, phrase("start the program host"), {program_.path}));
    }
    return {};
}

void ProgramRun::State::fault(const Message& words)
{
    ProgramEvent event;
    event.kind = ProgramEvent::Kind::Ended;
    event.end.startError = 0;
    event.end.signal = SIGKILL;
    event.end.words = words;
    isOver = true;
    sink(event);
}

void ProgramRun::State::takeMessages()
{
    std::string message;
    while (!isOver) {
        const auto complete = messages.next(message);
        if (complete && !*complete)
            return;
        auto event = complete ? decodeProgramEvent(message) : Failure(complete.error());
        if (!event) {
            fault(phrase("the program host sent what cannot be understood: %1", event.error().inFull()));
            return;
        }
        isOver = event->kind == ProgramEvent::Kind::Ended;
        sink(*event);
    }
}

ProgramRun::ProgramRun(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Result<std::unique_ptr<ProgramRun>> ProgramRun::start(
    const ProgramStart& program, const HostProgram& host, Sink sink)
{
    auto state = std::make_unique<State>(std::move(sink), program.program);
    TRY_VOID(state->startHost(host));
    std::unique_ptr<ProgramRun> run(new ProgramRun(std::move(state)));
    TRY_VOID(writeMessage(run->m_state->to.get(), encodeProgramStart(program)));
    return run;
}

ProgramRun::~ProgramRun()
{
    State& state = *m_state;
    if (state.host <= 0)
        return;
    state.order(ProgramOrder::Kill);
    state.to.reset();
    state.from.reset();
    while (::waitpid(state.host, nullptr, 0) < 0 && errno == EINTR) { }
}

bool ProgramRun::pump(std::chrono::milliseconds wait)
{
    State& state = *m_state;
    if (state.isOver)
        return false;
    pollfd end {state.from.get(), POLLIN, 0};
    if (::poll(&end, 1, static_cast<int>(wait.count())) <= 0)
        return true;
    std::array<char, 65536> buffer;
    const ::ssize_t got = ::read(state.from.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (got <= 0) {
        state.fault(phrase("the program host has gone without a word; the program was ended with it"));
        return false;
    }
    state.messages.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    state.takeMessages();
    return !state.isOver;
}

void ProgramRun::stop()
{
    m_state->order(ProgramOrder::Stop);
}

void ProgramRun::pause()
{
    m_state->order(ProgramOrder::Pause);
}

void ProgramRun::resume()
{
    m_state->order(ProgramOrder::Resume);
}

} // namespace dumpscope::core
