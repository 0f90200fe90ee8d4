// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_server.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostCommands = 16; // at a time

class RemoteServer {
public:
    RemoteServer(int in, int out, const RemoteServing& serving, const std::string& programVersion)
        : m_serving(serving)
        , m_stream(in, out)
    {
        m_stream.sendText(kRemoteMark);
        m_stream.send(encodeRemoteAnswer(RemoteHello {kRemoteMajor, kRemoteMinor, programVersion}));
    }

    int run(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            wait();
            const bool isThere = m_stream.receive();
            if (!obeyAll())
                return finish(3);
            for (auto& [number, command] : m_commands)
                command->advance(m_stream);
            std::erase_if(m_commands, [](const auto& entry) { return entry.second->isOver(); });
            showLife();
            if (!m_stream.flush() || !isThere)
                return 0; // nobody is there any more
        }
        return finish(0);
    }

private:
    // One overload for each kind; false: the other side does not follow the protocol.
    bool obey(const RemoteLater& /*ignored*/) { return true; }
    bool obey(const RemoteHello& hello)
    {
        m_isGreeted = hello.major == kRemoteMajor;
        m_minor = hello.minor;
        return m_isGreeted;
    }
    bool obey(RemoteRun& run);
    bool obey(const RemotePiece& input);
    bool obey(const RemoteTaken& taken);
    bool obey(const RemoteCancel& cancel);

    bool obeyAll()
    {
        std::string message;
        for (;;) {
            const auto complete = m_stream.next(message);
            if (!complete)
                return false;
            if (!*complete)
                return true;
            auto order = decodeRemoteOrder(message);
            if (!order || !std::visit([this](auto& one) { return obey(one); }, *order))
                return false;
        }
    }

    void wait()
    {
        std::vector<pollfd> waits {m_stream.reading(), m_stream.writing()};
        int patience = 100;
        for (const auto& [number, command] : m_commands) {
            command->addWaits(waits);
            patience = std::min(patience, command->patience());
        }
        ::poll(waits.data(), waits.size(), patience);
    }

    /// Who waits for a command that takes long knows that it is not the connection.
    void showLife()
    {
        const auto now = std::chrono::steady_clock::now();
        if (m_stream.pending() > 0 || m_commands.empty() || m_minor < kMinorWithLife)
            m_said = now;
        if (now - m_said < m_serving.sign)
            return;
        m_stream.send(encodeRemoteAnswer(RemoteAlive {}));
        m_said = now;
    }

    void refuse(std::uint32_t command, const Error& why)
    {
        m_stream.send(encodeRemoteAnswer(RemoteEnd {command, 0, why.inFull()}));
        m_commands.erase(command);
    }

    /// What was said last still gets there, if somebody reads it.
    int finish(int exitCode)
    {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        while (m_stream.flush() && m_stream.pending() > 0 && std::chrono::steady_clock::now() < until) {
            pollfd end = m_stream.writing();
            ::poll(&end, 1, 100);
        }
        return exitCode;
    }

    const RemoteServing& m_serving;
    MessageStream m_stream;
    std::map<std::uint32_t, std::unique_ptr<ServedCommand>> m_commands;
    bool m_isGreeted = false;
    std::uint32_t m_minor = 0; ///< of the other side
    std::chrono::steady_clock::time_point m_said = std::chrono::steady_clock::now();
};

bool RemoteServer::obey(RemoteRun& run)
{
    if (!m_isGreeted || m_commands.contains(run.command) || m_commands.size() >= kMostCommands)
        return false;
    const std::uint32_t number = run.command;
    auto command = ServedCommand::make(m_serving, std::move(run), m_minor);
    if (command)
        m_commands.emplace(number, std::move(*command));
    else
        refuse(number, command.error());
    return true;
}

// Orders about a command that has ended cross its end on the way.

bool RemoteServer::obey(const RemotePiece& input)
{
    const auto command = m_commands.find(input.command);
    if (command == m_commands.end())
        return true;
    if (const auto added = command->second->addInput(input); !added)
        refuse(input.command, added.error());
    return true;
}

bool RemoteServer::obey(const RemoteTaken& taken)
{
    if (const auto command = m_commands.find(taken.command); command != m_commands.end())
        command->second->taken(taken.bytes);
    return true;
}

bool RemoteServer::obey(const RemoteCancel& cancel)
{
    if (const auto command = m_commands.find(cancel.command); command != m_commands.end())
        command->second->cancel();
    return true;
}

} // namespace

int serveRemote(int in, int out, const RemoteServing& serving, const std::string& programVersion,
    const std::stop_token& stop)
{
    return RemoteServer(in, out, serving, programVersion).run(stop);
}

} // namespace dumpscope::core
