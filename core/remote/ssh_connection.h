// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/child_process.h"
#include "remote/message_stream.h"
#include "remote/remote_messages.h"
#include "remote/remote_place.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The program that connects to other machines. It is called as OpenSSH's `ssh`: options, `--`, host,
/// command.
struct SshProgram {
    std::string program = "ssh";          ///< looked for in PATH where it has no slash
    std::vector<std::string> environment; ///< NAME=VALUE
    std::string version; ///< of this program: the copy of `remote install` is looked for by it
    std::chrono::milliseconds patience = kRemotePatience; ///< silence of a running command that ends it
};

inline constexpr int kSshFailed = 255; ///< the exit code of ssh where there is no connection
/// What ssh is started with to run a command line there. That line is passed to a shell.
[[nodiscard]] std::vector<std::string> sshWords(
    const SshProgram& ssh, const RemoteHost& host, const std::string& commandLine);
/// Where the programs put temporary files, as the environment of ssh says.
[[nodiscard]] std::string temporaryFolder(const SshProgram& ssh);
/// The folder for this version in the home folder there, ".cache/dumpscope/VERSION".
[[nodiscard]] std::string remoteFolder(const std::string& version);

/// A running `dumpscope-cli serve --stdio` on another machine, greeted. Not thread-safe.
class SshConnection {
public:
    /// Starts ssh, which may ask at the terminal and writes its complaints to standard error, and waits for
    /// the greeting. Errors: Code::NotFound where there is no ssh here, Code::Unsupported for a
    /// dumpscope-cli of another protocol, Code::Io where there is none or it cannot be reached,
    /// Code::Cancelled.
    [[nodiscard]] static Result<std::unique_ptr<SshConnection>> open(
        const SshProgram& ssh, RemoteHost host, const std::stop_token& stop);
    ~SshConnection();
    SshConnection(const SshConnection&) = delete;
    SshConnection& operator=(const SshConnection&) = delete;

    [[nodiscard]] const RemoteHost& host() const { return m_host; }
    [[nodiscard]] const RemoteHello& hello() const { return m_hello; } ///< of the other side
    [[nodiscard]] MessageStream& stream() { return *m_stream; }
    /// A number that no command of this connection had.
    [[nodiscard]] std::uint32_t nextCommand() { return ++m_lastCommand; }
    /// Waits until something can be read or written, at most `patienceMs`; false when all
    /// that the other side said is read and no more will come.
    [[nodiscard]] bool exchange(int patienceMs);
    /// From now on the other side has something to say.
    void expectAnswers() { m_heard = std::chrono::steady_clock::now(); }
    /// Errors: Code::Io where it should have shown that it is there, and was silent for too long.
    [[nodiscard]] Result<void> checkAlive() const;

private:
    explicit SshConnection(RemoteHost host)
        : m_host(std::move(host))
    {
    }
    Result<void> greet(const SshProgram& ssh, const std::stop_token& stop);
    Error whyEnded(const SshProgram& ssh);

    RemoteHost m_host;
    std::uint32_t m_lastCommand = 0;
    RemoteHello m_hello;
    std::chrono::milliseconds m_patience {};
    std::chrono::steady_clock::time_point m_heard;
    ChildProcess m_ssh;
    Pipe m_input, m_output;
    std::unique_ptr<MessageStream> m_stream;
};

} // namespace dumpscope::core
