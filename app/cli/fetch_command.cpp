// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "remote/file_digest.h"
#include "remote/folder_entries.h"
#include "remote/remote_plan.h"
#include "remote/remote_statistics.h"
#include "remote/remote_value_scan.h"
#include "remote/stored_dump.h"
#include "request/fetch_request.h"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::cli {

namespace {

class FetchCommand : public RequestCommand<core::FetchRequest> {
public:
    FetchCommand()
        : RequestCommand({.name = "fetch",
            .summary = "What another machine needs of a dump: its index, bytes of a file, digests of files, "
                       "statistics or a scan",
            .example = "dumpscope-cli fetch DUMP --file NAME --count 64 | od -c"})
    {
    }

    int run(Console& console) override
    {
        if (::isatty(STDOUT_FILENO) == 1) {
            console.error(core::makeError(core::Code::Usage,
                core::phrase("fetch writes bytes, which are for a program and not for a terminal")));
            return kWrongUsage;
        }
        CommandSession session(console, {});
        const auto done = answer(console, session);
        if (!done) {
            session.quiet();
            console.error(done.error());
            return session.interrupted() ? kInterrupted : kCannotRead;
        }
        return kDone;
    }

private:
    core::Result<void> answer(Console& console, CommandSession& session) const
    {
        if (!m_request.digests.empty())
            return digests(console, session);
        if (!m_request.statistics.empty())
            return statistics(console, session);
        if (m_request.scan)
            return scan(console, session);
        if (m_request.list)
            return list(console, session);
        return m_request.file.empty() ? index(console, session) : file(console, session);
    }

    static core::ByteSink sink(Console& console)
    {
        return [&console](core::ByteSpan bytes) -> core::Result<void> {
            console.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            if (console.failed())
                return core::fail(core::Code::Io, core::phrase("nobody reads any more"));
            return {};
        };
    }

    core::Result<void> index(Console& console, CommandSession& session) const
    {
        TRY_ASSIGN(const auto index, opened(session));
        return core::writeStoredDump(*index, sink(console));
    }

    core::Result<void> statistics(Console& console, CommandSession& session) const
    {
        TRY_ASSIGN(const auto index, opened(session));
        TRY_ASSIGN(const auto statistics, core::statisticsOf(index, m_request.statistics, session.task()));
        return core::writeStatistics(statistics, sink(console));
    }

    core::Result<void> scan(Console& console, CommandSession& session) const
    {
        TRY_ASSIGN(const auto index, opened(session));
        core::ValueScan scan;
        TRY_VOID(core::scanWhereItLies(index, session.task(), scan));
        return core::writeValueScan(scan, *index, sink(console));
    }

    core::Result<void> list(Console& console, CommandSession& session) const
    {
        TRY_ASSIGN(
            const auto entries, core::entriesOf(m_request.path, *core::builtinFormats(), session.task()));
        return core::writeFolderEntries(entries, sink(console));
    }

    core::Result<std::shared_ptr<const core::DumpIndex>> opened(CommandSession& session) const
    {
        return core::openDump(
            m_request.path, core::builtinFormats(), {.kept = session.kept()}, session.task());
    }

    static core::Result<void> checkName(const std::string& file)
    {
        if (core::isPlainRelative(file))
            return {};
        return core::fail(core::Code::Usage,
            core::phrase(
                "a file of the dump is named relative to it, without ..: %1", core::printable(file)));
    }

    core::Result<void> digests(Console& console, CommandSession& session) const
    {
        for (const std::string& file : m_request.digests)
            TRY_VOID(checkName(file));
        TRY_ASSIGN(const auto tree, core::openFileTree(m_request.path));
        TRY_ASSIGN(const auto files, sizesOf(*tree, m_request.digests, session.task()));
        TRY_ASSIGN(const auto digests, core::digestsOf(*tree, files, session.task()));
        return core::writeDigests(digests, sink(console));
    }

    /// What the index does not name, as another file of the folder, may be asked for: the user may read it.
    core::Result<void> file(Console& console, CommandSession& session) const
    {
        TRY_VOID(checkName(m_request.file));
        TRY_ASSIGN(const auto tree, core::openFileTree(m_request.path));
        TRY_ASSIGN(const auto files, sizesOf(*tree, {m_request.file}, session.task()));
        TRY_ASSIGN(const core::Bytes bytes, tree->open(files.front().path, files.front().size)->map());
        const std::uint64_t from = std::min(m_request.from, bytes.size());
        const std::uint64_t most = bytes.size() - from;
        const auto count = std::min(most,
            m_request.count ? static_cast<std::uint64_t>(std::max<std::int64_t>(*m_request.count, 0)) : most);
        const auto write = sink(console);
        constexpr std::uint64_t kPiece = 1U << 20;
        for (std::uint64_t at = 0; at < count; at += kPiece) {
            TRY_VOID(session.task().checkStop());
            const core::ByteSpan piece = bytes.span().subspan(from + at, std::min(kPiece, count - at));
            TRY_VOID(write(piece));
            bytes.dropBehind(piece);
        }
        return bytes.check();
    }

    /// Members of an archive are known once it was walked.
    static core::Result<std::vector<core::DigestedFile>> sizesOf(
        core::FileTree& tree, const std::vector<std::string>& paths, core::TaskContext& task)
    {
        std::vector<core::DigestedFile> files;
        bool isOnDisk = true;
        for (const std::string& path : paths) {
            struct stat info = {};
            const std::string onDisk = tree.isSingleFile() ? tree.root() : tree.root() + '/' + path;
            isOnDisk = ::stat(onDisk.c_str(), &info) == 0 && isOnDisk;
            files.push_back({path, static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0))});
        }
        if (!isOnDisk)
            TRY_VOID(tree.walk(false, task, [](core::WalkedBatch&&) -> core::Result<void> { return {}; }));
        return files;
    }
};

} // namespace

void register_fetch_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<FetchCommand>());
}

} // namespace dumpscope::cli
