// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_dump.h"

#include "base/text.h"
#include "io/file_tree.h"
#include "remote/stored_dump.h"

#include <algorithm>
#include <list>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostIndex = std::uint64_t {4} << 30;
constexpr std::uint64_t kWholeAtOnce = 1U << 20; ///< files of this size are read whole
constexpr std::uint64_t kHeldBytes = std::uint64_t {512} << 20;

/// Files of a dump on another machine, and the last ones that were brought here.
class RemoteFiles {
public:
    RemoteFiles(std::shared_ptr<RemoteLink> link, std::string path)
        : m_link(std::move(link))
        , m_path(std::move(path))
    {
    }

    /// `size` 0: nobody knows it.
    Result<Bytes> whole(const std::string& file, std::uint64_t size, const std::stop_token& stop)
    {
        {
            const std::lock_guard lock(m_mutex);
            const auto held = std::ranges::find(m_held, file, &Held::file);
            if (held != m_held.end()) {
                m_held.splice(m_held.begin(), m_held, held);
                return held->bytes;
            }
        }
        if (size > kMostRemoteFile)
            return fail(Code::Limit,
                phrase(
                    "the file has %1 and lies on %2; files of more than %3 are not brought here: work with "
                    "this dump on its machine, and copy there what it is compared with",
                    byteSizeText(size), m_link->host().text(), byteSizeText(kMostRemoteFile)),
                {.file = file});
        TRY_ASSIGN(Bytes bytes, part(file, 0, size == 0 ? kMostRemoteFile : size, stop));
        const std::lock_guard lock(m_mutex);
        m_held.push_front({file, bytes});
        std::uint64_t held = 0;
        std::erase_if(m_held, [&](const Held& one) {
            held += one.bytes.size();
            return held > kHeldBytes && &one != &m_held.front();
        });
        return bytes;
    }

    Result<Bytes> part(
        const std::string& file, std::uint64_t from, std::uint64_t count, const std::stop_token& stop)
    {
        OwnedTask task(1);
        const std::stop_callback follow(stop, [&task] { task.stopSource().request_stop(); });
        const FetchRequest request {m_path, file, from, static_cast<std::int64_t>(count)};
        auto bytes = m_link->run(request, count, task);
        if (!bytes)
            return fail(bytes.error().code, bytes.error().message, {.file = file});
        return bytes;
    }

private:
    struct Held {
        std::string file;
        Bytes bytes;
    };

    std::shared_ptr<RemoteLink> m_link;
    std::string m_path; ///< of the dump, there
    std::mutex m_mutex;
    std::list<Held> m_held; ///< the last one used first
};

class RemoteSource final : public Source {
public:
    RemoteSource(
        std::shared_ptr<RemoteFiles> files, std::string path, std::uint64_t size, std::stop_token stop)
        : m_files(std::move(files))
        , m_path(std::move(path))
        , m_size(size)
        , m_stop(std::move(stop))
    {
    }
    const std::string& displayPath() const override { return m_path; }
    std::uint64_t size() const override { return m_size; }
    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        if (m_size > kWholeAtOnce)
            return m_files->part(m_path, offset, length, m_stop);
        TRY_ASSIGN(const Bytes all, map());
        return offset < all.size() ? all.slice(offset, std::min(length, all.size() - offset)) : Bytes();
    }
    Result<Bytes> map() const override
    {
        TRY_ASSIGN(Bytes bytes, m_files->whole(m_path, m_size, m_stop));
        if (m_size > 0 && bytes.size() != m_size)
            return fail(Code::ChangedWhileRead, phrase("it has %1 bytes now, not %2", bytes.size(), m_size),
                {.file = m_path});
        return bytes;
    }

private:
    std::shared_ptr<RemoteFiles> m_files;
    std::string m_path;
    std::uint64_t m_size;
    std::stop_token m_stop;
};

class RemoteTree final : public FileTree {
public:
    RemoteTree(std::string root, std::string folder, bool isSingleFile, std::shared_ptr<RemoteFiles> files)
        : m_root(std::move(root))
        , m_folder(std::move(folder))
        , m_isSingleFile(isSingleFile)
        , m_files(std::move(files))
    {
    }
    const std::string& root() const override { return m_root; }
    bool isSingleFile() const override { return m_isSingleFile; }
    Result<void> walk(
        bool /*sizesLater*/, TaskContext&, const std::function<Result<void>(WalkedBatch&&)>&) override
    {
        return fail(Code::Unsupported, phrase("it is listed on the machine where it lies"), {m_root});
    }
    std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size, const std::stop_token& stop) const override
    {
        return std::make_unique<RemoteSource>(m_files, relativePath, size, stop);
    }
    std::string absoluteFolder(const std::string& relativeFolder) const override
    {
        return relativeFolder.empty() ? m_folder : m_folder + '/' + relativeFolder;
    }

private:
    std::string m_root, m_folder;
    bool m_isSingleFile;
    std::shared_ptr<RemoteFiles> m_files;
};

} // namespace

RemoteLinks::RemoteLinks(SshProgram ssh)
    : m_ssh(std::move(ssh))
{
}

std::shared_ptr<RemoteLink> RemoteLinks::to(const RemoteHost& host)
{
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<RemoteLink>& link = m_links[host.text()];
    if (!link)
        link = std::make_shared<RemoteLink>(m_ssh, host);
    return link;
}

std::uint64_t RemoteLinks::broughtBytes() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t bytes = 0;
    for (const auto& [host, link] : m_links)
        bytes += link->broughtBytes();
    return bytes;
}

Result<std::shared_ptr<const DumpIndex>> openRemoteDump(const std::string& path, RemoteLinks& links,
    std::shared_ptr<const FormatRegistry> formats, TaskContext& task)
{
    TRY_ASSIGN(const RemotePath place, parseRemotePath(path));
    const auto link = links.to(place.host);
    task.progress.setPhases({{phrase("Opening it on %1", place.host.text()), 1.0}});
    task.progress.beginPhase(0, 1);
    TRY_ASSIGN(const Bytes bytes, link->run(FetchRequest {place.path}, kMostIndex, task));
    const auto stored = readStoredDump(bytes.span());
    if (!stored && stored.error().code == Code::Unsupported)
        return fail(Code::Unsupported,
            phrase(
                "dumpscope-cli on %1 is another build than this one; dumpscope-cli remote install %1 copies "
                "this one there",
                place.host.text()));
    if (!stored)
        return fail(stored.error());
    const auto files = std::make_shared<RemoteFiles>(link, place.path);
    auto index = indexOf(*stored,
        std::make_shared<RemoteTree>(path, stored->folder, stored->isSingleFile, files), std::move(formats));
    task.progress.finish();
    return index;
}

} // namespace dumpscope::core
