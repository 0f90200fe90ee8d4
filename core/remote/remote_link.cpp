// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_link.h"

#include "base/text.h"
#include "io/spool_file.h"
#include "remote/held_content.h"
#include "remote/remote_client.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace dumpscope::core {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kRetryAfter {5};
constexpr std::size_t kMostWords = 1U << 16; // of what a command says

/// The first line of an error, which what to try follows; else the last line.
std::string errorOf(std::string_view text)
{
    constexpr std::string_view kError = "error: ";
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    const std::size_t error = text.starts_with(kError) ? 0 : text.find("\nerror: ");
    if (error == std::string_view::npos)
        return printable(text.substr(text.rfind('\n') + 1));
    text.remove_prefix(error + (error == 0 ? 0 : 1) + kError.size());
    return printable(text.substr(0, text.find('\n')));
}

} // namespace

RemoteLink::RemoteLink(SshProgram ssh, RemoteHost host)
    : m_ssh(std::move(ssh))
    , m_host(std::move(host))
{
}

RemoteLink::~RemoteLink() = default;

Result<std::unique_lock<std::timed_mutex>> RemoteLink::locked(const TaskContext& task)
{
    std::unique_lock lock(m_mutex, std::defer_lock);
    while (!lock.try_lock_for(20ms))
        TRY_VOID(task.checkStop());
    return lock;
}

Result<void> RemoteLink::open(const TaskContext& task)
{
    auto made = SshConnection::open(m_ssh, m_host, task.stop);
    m_failure.reset();
    if (made) {
        m_connection = std::move(*made);
        return {};
    }
    if (made.error().code != Code::Cancelled) {
        m_failure = made.error();
        m_failed = std::chrono::steady_clock::now();
    }
    return fail(made.error());
}

Result<void> RemoteLink::connect(TaskContext& task)
{
    TRY_ASSIGN(const auto lock, locked(task));
    return m_connection ? Result<void>() : open(task);
}

Result<Bytes> RemoteLink::run(const AnyRequest& request, std::uint64_t mostBytes, TaskContext& task)
{
    TRY_ASSIGN(const auto lock, locked(task));
    if (!m_connection && m_failure && std::chrono::steady_clock::now() - m_failed < kRetryAfter)
        return fail(*m_failure);
    if (!m_connection)
        TRY_VOID(open(task));
    SpoolFile output(HeldContent::kMostInMemory, temporaryFolder(m_ssh));
    std::optional<Error> refused;
    std::string said;
    const RemoteSinks sinks {
        [&](std::string_view piece) {
            if (output.size() + piece.size() > mostBytes)
                refused = makeError(Code::Limit, phrase("%1 sends more than was asked for", m_host.text()));
            else if (auto written = output.write(std::as_bytes(std::span(piece))); !written)
                refused = written.error();
            m_broughtBytes += piece.size();
            return !refused;
        },
        [&](std::string_view piece) {
            said += piece;
            if (said.size() > 2 * kMostWords)
                said.erase(0, said.size() - kMostWords);
            return true;
        }};
    const auto code
        = runRemote(*m_connection, {.host = m_host, .request = request, .files = {}}, sinks, task);
    if (!code) {
        // What is still under way belongs to nobody.
        m_connection.reset();
        return fail(code.error());
    }
    if (refused)
        return fail(*refused);
    TRY_VOID(task.checkStop());
    if (*code != 0)
        return fail(Code::Io, phrase("on %1: %2", m_host.text(), errorOf(said)));
    return output.map();
}

} // namespace dumpscope::core
