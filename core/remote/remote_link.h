// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "remote/ssh_connection.h"
#include "request/any_request.h"

#include <memory>
#include <mutex>

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
    /// What the command prints; its paths are those of the other machine. `mostBytes`: more is refused.
    /// Errors: those of SshConnection::open and runRemote; Code::Io with what the command says where it
    /// fails; Code::Limit.
    [[nodiscard]] Result<Bytes> run(const AnyRequest& request, std::uint64_t mostBytes, TaskContext& task);

private:
    SshProgram m_ssh;
    RemoteHost m_host;
    std::timed_mutex m_mutex;
    std::unique_ptr<SshConnection> m_connection; ///< null: to be made
};

} // namespace dumpscope::core
