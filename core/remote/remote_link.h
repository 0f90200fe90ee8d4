// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "remote/ssh_connection.h"
#include "request/any_request.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace dumpscope::core {

/// Commands on another machine, one after the other over one connection, which is made when there is a first
/// one and made anew after it broke. Thread-safe.
class RemoteLink {
public:
    RemoteLink(SshProgram ssh, RemoteHost host);
    ~RemoteLink();
    RemoteLink(const RemoteLink&) = delete;
    RemoteLink& operator=(const RemoteLink&) = delete;

    [[nodiscard]] const RemoteHost& host() const { return m_host; }
    /// Bytes of results that arrived so far.
    [[nodiscard]] std::uint64_t broughtBytes() const { return m_broughtBytes; }
    /// Makes the connection if there is none, also where that failed just now. Errors: those of
    /// SshConnection::open.
    [[nodiscard]] Result<void> connect(TaskContext& task);
    /// What the command prints; its paths are those of the other machine. `mostBytes`: more is refused.
    /// Errors: those of SshConnection::open and runRemote; Code::Io with what the command says where it
    /// fails; Code::Limit. Where no connection could be made, the requests of the next seconds fail, too, and
    /// do not wait for the network one after the other.
    [[nodiscard]] Result<Bytes> run(const AnyRequest& request, std::uint64_t mostBytes, TaskContext& task);

private:
    /// Waits until no command runs.
    Result<std::unique_lock<std::timed_mutex>> locked(const TaskContext& task);
    Result<void> open(const TaskContext& task);

    SshProgram m_ssh;
    RemoteHost m_host;
    std::timed_mutex m_mutex;
    std::unique_ptr<SshConnection> m_connection; ///< null: to be made
    std::optional<Error> m_failure;              ///< why there is none
    std::chrono::steady_clock::time_point m_failed;
    std::atomic<std::uint64_t> m_broughtBytes {0};
};

} // namespace dumpscope::core
