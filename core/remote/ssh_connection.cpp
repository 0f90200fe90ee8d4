// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh_connection.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include <sys/wait.h>

namespace dumpscope::core {

namespace {

using namespace std::chrono_literals;

// Exit codes of the command line below, besides those of ssh and of dumpscope-cli.
constexpr int kNoProgram = 127, kDoesNotServe = 2;

/// Fixed text for the login shell there, whichever it is: quoted once, without letters that are special
/// within quotes of some shell.
std::string serveLine(const std::string& version)
{
    return "exec sh -c 'own=$HOME/" + remoteFolder(version)
        + "/dumpscope-cli; "
          "if test -x \"$own\"; then exec \"$own\" serve --stdio; fi; "
          "command -v dumpscope-cli >/dev/null || exit 127; exec dumpscope-cli serve --stdio'";
}

} // namespace

std::string remoteFolder(const std::string& version)
{
    return ".cache/dumpscope/" + version;
}

std::string temporaryFolder(const SshProgram& ssh)
{
    constexpr std::string_view kVariable = "TMPDIR=";
    for (const std::string& variable : ssh.environment) {
        if (variable.starts_with(kVariable) && variable.size() > kVariable.size())
            return variable.substr(kVariable.size());
    }
    return "/tmp";
}

std::vector<std::string> sshWords(
    const SshProgram& ssh, const RemoteHost& host, const std::string& commandLine)
{
    std::vector<std::string> words {ssh.program, "-T"};
    if (!host.port.empty())
        words.insert(words.end(), {"-p", host.port});
    if (!host.user.empty())
        words.insert(words.end(), {"-l", host.user});
    words.insert(words.end(), {"--", host.host, commandLine});
    return words;
}

Result<std::unique_ptr<SshConnection>> SshConnection::open(
    const SshProgram& ssh, RemoteHost host, const std::stop_token& stop)
{
    std::unique_ptr<SshConnection> made(new SshConnection(std::move(host)));
    made->m_patience = ssh.patience;
    TRY_ASSIGN(made->m_input, Pipe::make());
    TRY_ASSIGN(made->m_output, Pipe::make());
    ChildStart start;
    start.words = sshWords(ssh, made->m_host, serveLine(ssh.version));
    start.environment = ssh.environment;
    start.input = made->m_input.reading.get();
    start.output = made->m_output.writing.get();
    start.isAtTerminal = true;
    if (const int failed = made->m_ssh.start(start); failed != 0)
        return fail(systemError(failed, phrase("start the program that connects"), {ssh.program}));
    made->m_input.reading.reset();
    made->m_output.writing.reset();
    made->m_stream = std::make_unique<MessageStream>(
        made->m_output.reading.get(), made->m_input.writing.get(), kRemoteMark);
    TRY_VOID(made->greet(ssh, stop));
    return made;
}

SshConnection::~SshConnection()
{
    // The other side ends with its input, and ssh with the other side.
    m_input.writing.reset();
    const auto until = std::chrono::steady_clock::now() + 1s;
    while (m_ssh.pid() > 0 && !m_ssh.hasEnded() && std::chrono::steady_clock::now() < until) {
        pollfd end {m_output.reading.get(), POLLIN, 0};
        ::poll(&end, 1, 20);
        std::string ignored;
        if (end.revents != 0 && !readSome(m_output.reading.get(), ignored))
            m_output.reading.reset();
    }
}

bool SshConnection::exchange(int patienceMs)
{
    std::array<pollfd, 2> ends {m_stream->reading(), m_stream->writing()};
    ::poll(ends.data(), ends.size(), patienceMs);
    // A side that reads no more may still be saying why: the connection ends with what it says.
    static_cast<void>(m_stream->flush());
    const std::uint64_t before = m_stream->receivedBytes();
    const bool isThere = m_stream->receive();
    if (m_stream->receivedBytes() != before)
        m_heard = std::chrono::steady_clock::now();
    return isThere;
}

Result<void> SshConnection::checkAlive() const
{
    const auto silence = std::chrono::steady_clock::now() - m_heard;
    if (m_hello.minor < kMinorWithLife || silence < m_patience)
        return {};
    return fail(Code::Io,
        phrase("%1 has not answered for %2 seconds: the connection is dead, or the machine hangs",
            m_host.text(), std::chrono::duration_cast<std::chrono::seconds>(silence).count()));
}

Result<void> SshConnection::greet(const SshProgram& ssh, const std::stop_token& stop)
{
    m_stream->send(encodeRemoteOrder(RemoteHello {kRemoteMajor, kRemoteMinor, ssh.version}));
    for (bool isThere = true;;) {
        std::string message;
        TRY_ASSIGN(const bool isComplete, m_stream->next(message));
        if (isComplete) {
            TRY_ASSIGN(const RemoteAnswer answer, decodeRemoteAnswer(message));
            const auto* hello = std::get_if<RemoteHello>(&answer);
            if (hello == nullptr)
                return fail(Code::BadSyntax, phrase("the other machine does not greet"));
            m_hello = *hello;
            break;
        }
        if (!isThere)
            return fail(whyEnded(ssh));
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        isThere = exchange(50);
    }
    if (m_hello.major != kRemoteMajor)
        return fail(Code::Unsupported,
            phrase("dumpscope-cli %1 on %2 speaks version %3 of the protocol and this one, %4, version %5; "
                   "install "
                   "the same version on both machines",
                printable(m_hello.programVersion), m_host.text(), m_hello.major, ssh.version, kRemoteMajor));
    return {};
}

Error SshConnection::whyEnded(const SshProgram& ssh)
{
    m_input.writing.reset();
    // A program that closes its output may stay for ever.
    const auto until = std::chrono::steady_clock::now() + 2s;
    while (!m_ssh.hasEnded() && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    m_ssh.endGroup();
    const int status = m_ssh.wait();
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const std::string host = m_host.text();
    if (code == kSshFailed)
        return makeError(Code::Io, phrase("%1 could not connect to %2", ssh.program, host));
    if (code == kNoProgram)
        return makeError(Code::Io,
            phrase("there is no dumpscope-cli on %1, neither ~/%2/dumpscope-cli nor in its PATH; "
                   "dumpscope-cli remote "
                   "install %1 copies one there",
                host, remoteFolder(ssh.version)));
    if (code == kDoesNotServe)
        return makeError(Code::Unsupported,
            phrase("the dumpscope-cli in the PATH of %1 is too old to serve other machines; dumpscope-cli "
                   "remote "
                   "install %1 copies this version there",
                host));
    return makeError(Code::Io, phrase("the connection to %1 ended before dumpscope-cli answered", host));
}

} // namespace dumpscope::core
