// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_client.h"

#include "io/posix_file.h"
#include "io/spool_file.h"
#include "remote/arriving_files.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <span>

namespace dumpscope::core {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kHeldInMemory = 16U << 20;

class RunningRemotely {
public:
    RunningRemotely(
        SshConnection& connection, const RemotePlan& plan, const RemoteSinks& sinks, TaskContext& task)
        : m_connection(connection)
        , m_plan(plan)
        , m_sinks(sinks)
        , m_task(task)
        , m_number(connection.nextCommand())
        , m_files(plan)
    {
        const auto output = std::ranges::find_if(
            plan.files, [](const RemotePlan::LocalFile& file) { return file.file.isOutput; });
        if (output == plan.files.end())
            return;
        const std::string folder = std::filesystem::path(output->path).parent_path().string();
        m_held.emplace(kHeldInMemory, folder.empty() ? "." : folder);
    }

    Result<int> run()
    {
        TRY_VOID(begin());
        m_connection.expectAnswers();
        for (bool isThere = true;;) {
            TRY_VOID(takeAnswers());
            if (m_exitCode)
                return *m_exitCode;
            if (!isThere)
                return fail(Code::Io,
                    phrase(
                        "the connection to %1 broke before the command ended", m_connection.host().text()));
            TRY_VOID(lookUp());
            isThere = m_connection.exchange(50);
            TRY_VOID(m_connection.checkAlive());
        }
    }

private:
    using Clock = std::chrono::steady_clock;

    void send(const RemoteOrder& order) { m_connection.stream().send(encodeRemoteOrder(order)); }

    Result<void> begin()
    {
        RemoteRun run {m_number, commandWords(m_plan.request), {}, kRemoteWindow};
        for (const RemotePlan::LocalFile& file : m_plan.files)
            run.files.push_back(file.file);
        std::string encoded = encodeRemoteOrder(run);
        if (encoded.size() > kMaxMessageBytes)
            return fail(Code::Limit, phrase("the command is too long to be sent"));
        m_connection.stream().send(encoded);
        std::uint64_t left = kMostInputBytes;
        for (std::size_t i = 0; i < m_plan.files.size(); ++i) {
            if (!m_plan.files[i].file.isOutput)
                TRY_VOID(sendInput(static_cast<std::uint32_t>(i), m_plan.files[i].path, left));
        }
        return {};
    }

    Result<void> sendInput(std::uint32_t number, const std::string& path, std::uint64_t& left)
    {
        TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
        if (file.size() > left)
            return fail(Code::Limit,
                phrase("it is too large to be sent with a command; copy it to %1 and name it with ssh://",
                    m_connection.host().text()),
                {path});
        left -= file.size();
        std::array<std::byte, kRemotePiece> buffer;
        BytesPacker packer;
        for (std::uint64_t offset = 0;;) {
            TRY_ASSIGN(const std::size_t got, readAt(file.fd.get(), buffer, offset, path));
            offset += got;
            const bool isLast = got < buffer.size() || offset >= file.size();
            const RemotePiece piece {
                m_number, number, {}, {reinterpret_cast<const char*>(buffer.data()), got}, isLast};
            const bool isKnown = m_connection.hello().minor >= kMinorWithPacking;
            m_connection.stream().send(encodeRemoteOrder(piece, isKnown ? &packer : nullptr));
            if (isLast)
                return {};
        }
    }

    Result<void> takeAnswers()
    {
        std::string message;
        while (!m_exitCode) {
            TRY_ASSIGN(const bool isComplete, m_connection.stream().next(message));
            if (!isComplete)
                break;
            const auto answer = decodeRemoteAnswer(message);
            if (!answer)
                return fail(answer.error());
            TRY_VOID(std::visit([this](const auto& one) { return take(one); }, *answer));
        }
        return {};
    }

    /// The other side may send so much more.
    void acknowledge(std::uint64_t bytes)
    {
        m_taken += bytes;
        if (m_taken < kRemoteWindow / 4)
            return;
        send(RemoteTaken {m_number, m_taken});
        m_taken = 0;
    }

    Result<void> take(const RemoteLater& /*ignored*/) { return {}; }
    Result<void> take(const RemoteHello& /*again*/) { return {}; }
    Result<void> take(const RemoteAlive& /*heard*/) { return {}; }
    Result<void> take(const RemoteOutput& output)
    {
        if (m_held && !output.isProblem)
            TRY_VOID(m_held->write(std::as_bytes(std::span(output.bytes))));
        else
            passOn(output.isProblem ? m_sinks.problems : m_sinks.output, output.bytes);
        acknowledge(output.bytes.size());
        return {};
    }
    Result<void> take(const RemotePiece& piece)
    {
        TRY_VOID(m_files.add(piece));
        acknowledge(piece.bytes.size());
        return {};
    }
    Result<void> take(const RemoteEnd& end)
    {
        if (end.exitCode == kEndedBySignal)
            return fail(Code::Io, phrase("on %1 %2", m_connection.host().text(), end.refusal));
        if (!end.refusal.empty())
            return fail(Code::Usage, phrase("%1 refuses: %2", m_connection.host().text(), end.refusal));
        for (const Error& problem : m_files.problems())
            m_task.diagnostics.add(Severity::Error, problem);
        if (m_files.unchanged() > 0)
            m_task.diagnostics.add({Severity::Hint, Code::Duplicate, {},
                phrase("%1 of the files that arrived were here already with the same content",
                    m_files.unchanged())});
        const std::uint64_t lacking = m_files.problems().size() + end.leftOut;
        const bool countsFiles = std::ranges::any_of(m_plan.files,
            [](const RemotePlan::LocalFile& file) { return file.file.isOutput && file.file.isFolder; });
        if (lacking > 0 && countsFiles)
            m_task.diagnostics.add(
                {Severity::Hint, end.leftOut > 0 ? Code::Cancelled : m_files.problems().front().code, {},
                    phrase("%1 of %2 files that the command wrote on %3 are here; what it printed is left "
                           "out, as it "
                           "counts all of them",
                        m_files.arrived(), m_files.arrived() + lacking, m_connection.host().text())});
        else if (m_held) {
            TRY_ASSIGN(const Bytes text, m_held->map());
            passOn(m_sinks.output, {reinterpret_cast<const char*>(text.data()), text.size()});
        }
        m_exitCode = std::clamp(end.exitCode, 0, 255);
        return {};
    }

    void passOn(const std::function<bool(std::string_view)>& sink, std::string_view text)
    {
        if (!sink(text))
            cancel();
    }

    void cancel()
    {
        if (m_isCancelled)
            return;
        m_isCancelled = true;
        m_cancelled = Clock::now();
        send(RemoteCancel {m_number});
    }

    Result<void> lookUp()
    {
        if (m_task.stopped())
            cancel();
        if (m_isCancelled && Clock::now() - m_cancelled > 10s)
            return fail(Code::Cancelled, phrase("cancelled"));
        return {};
    }

    SshConnection& m_connection;
    const RemotePlan& m_plan;
    const RemoteSinks& m_sinks;
    TaskContext& m_task;
    std::uint32_t m_number;
    ArrivingFiles m_files;
    /// What the command says of the files that it wrote is true once they are here.
    std::optional<SpoolFile> m_held;
    std::uint64_t m_taken = 0;
    std::optional<int> m_exitCode;
    bool m_isCancelled = false;
    Clock::time_point m_cancelled;
};

} // namespace

Result<int> runRemote(
    SshConnection& connection, const RemotePlan& plan, const RemoteSinks& sinks, TaskContext& task)
{
    return RunningRemotely(connection, plan, sinks, task).run();
}

} // namespace dumpscope::core
