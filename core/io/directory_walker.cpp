// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/directory_walker.h"

#include "base/text.h"
#include "io/directory_listing.h"
#include "io/posix_file.h"
#include "io/run_folder.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <new>
#include <set>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kNameBufferBytes = 256U << 10;
// Deeper levels give their descriptor back and are reached again from the deepest one kept.
constexpr std::size_t kOpenLevels = 48;
constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY;

using DirectoryKey = std::pair<dev_t, ino_t>;

DirectoryKey keyOf(const struct stat& info)
{
    return {info.st_dev, info.st_ino};
}

/// Where an open file really is; empty when the system does not say.
std::string realPathOf(int fd)
{
    std::string path(PATH_MAX, '\0');
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    const ssize_t length = fd < 0 ? -1 : ::readlink(link.c_str(), path.data(), path.size());
    path.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
    return path;
}

std::string joined(const std::string& directory, const std::string& name)
{
    return directory.empty() ? name : directory + '/' + name;
}

class Walker {
public:
    Walker(const WalkOptions& options, TaskContext& task,
        const std::function<Result<void>(WalkedBatch&&)>& onBatch)
        : m_options(options)
        , m_batchFiles(std::max<std::size_t>(options.batchFiles, 1))
        , m_task(task)
        , m_onBatch(onBatch)
        , m_buffer(kNameBufferBytes)
    {
    }

    Result<void> run(const std::string& root)
    {
        UniqueFd fd = openAt(AT_FDCWD, root, kDirectoryFlags);
        if (!fd && errno == ENOTDIR)
            return fail(Code::Unsupported, phrase("not a directory"), {.file = root});
        if (!fd)
            return fail(systemError(errno, phrase("opening the directory"), {.file = root}));
        m_rootPath = realPathOf(fd.get());
        rememberRoot(fd.get());
        return walkTree(std::move(fd), {}, 0);
    }

private:
    struct Level {
        std::string path;
        std::size_t depth = 0;
        FileIdentity folder;
        UniqueFd fd;
        std::vector<ListedEntry> children; ///< directories still to visit, next one last
    };

    /// A link to the root or to a directory above it would lead through everything again.
    void rememberRoot(int fd)
    {
        struct stat info = {};
        if (::fstat(fd, &info) != 0)
            return;
        UniqueFd current;
        for (DirectoryKey key = keyOf(info);; key = keyOf(info)) {
            m_aroundRoot.push_back(key);
            current = openAt(current ? current.get() : fd, "..", O_PATH | O_DIRECTORY);
            if (!current || ::fstat(current.get(), &info) != 0 || keyOf(info) == key)
                return;
        }
    }

    Result<void> walkTree(UniqueFd fd, std::string path, std::size_t depth)
    {
        TRY_VOID(enter(std::move(fd), std::move(path), depth));
        while (!m_levels.empty()) {
            Level& level = m_levels.back();
            if (level.children.empty()) {
                m_levels.pop_back();
                continue;
            }
            const std::string name = std::move(level.children.back().name);
            level.children.pop_back();
            if (name == kRunFolder)
                continue;
            std::string childPath = joined(level.path, name);
            const std::size_t childDepth = level.depth + 1;
            UniqueFd child = openChild(level, name, childPath);
            if (child)
                TRY_VOID(enter(std::move(child), std::move(childPath), childDepth));
            else
                reportErrno(childPath, errno, phrase("opening the directory"));
        }
        return {};
    }

    UniqueFd openChild(const Level& parent, const std::string& name, const std::string& childPath)
    {
        if (parent.fd)
            return openAt(parent.fd.get(), name, kDirectoryFlags | O_NOFOLLOW);
        const Level& anchor = m_levels[kOpenLevels - 1];
        const std::string_view fromAnchor
            = std::string_view(childPath).substr(anchor.path.empty() ? 0 : anchor.path.size() + 1);
        return openAt(anchor.fd.get(), fromAnchor, kDirectoryFlags | O_NOFOLLOW);
    }

    /// Lists a directory, hands its files over and puts its sub-directories on the stack.
    Result<void> enter(UniqueFd fd, std::string path, std::size_t depth)
    {
        TRY_VOID(m_task.checkStop());
        struct stat info = {};
        if (::fstat(fd.get(), &info) != 0) {
            reportErrno(path, errno, phrase("looking at the directory"));
            return {};
        }
        if (depth > m_options.maxDepth) {
            report(Severity::Error, Code::Limit, path,
                phrase("deeper than %1 directories; not read", m_options.maxDepth));
            return {};
        }
        if (!m_visited.insert(keyOf(info)).second) {
            reportSecondVisit(path, keyOf(info));
            return {};
        }
        m_task.progress.setItem(path);
        Level& level = m_levels.emplace_back();
        level.path = std::move(path);
        level.depth = depth;
        level.folder = fileIdentity(info);
        TRY_VOID(list(level, fd.get()));
        if (m_levels.size() <= kOpenLevels)
            level.fd = std::move(fd);
        return {};
    }

    Result<void> list(Level& level, int fd)
    {
        m_first = true;
        bool sorted = true;
        std::size_t seen = 0;
        std::vector<ListedEntry> entries;
        DirectoryListing listing(fd, m_buffer);
        for (;;) {
            TRY_VOID(m_task.checkStop());
            const std::size_t before = entries.size();
            const long got = listing.next(entries);
            if (got < 0 && level.path.empty() && seen == 0)
                return fail(systemError(static_cast<int>(-got), phrase("listing the directory")));
            if (got < 0)
                reportErrno(level.path, static_cast<int>(-got), phrase("listing the directory"));
            if (got <= 0)
                break;
            seen += entries.size() - before;
            moveDirectories(entries, before, level);
            sorted = sorted && seen <= m_options.sortLimit;
            if (!sorted)
                TRY_VOID(handOverFull(level, fd, entries));
        }
        if (sorted)
            sortNaturally(entries);
        TRY_VOID(handOverFull(level, fd, entries));
        TRY_VOID(handOver(level, fd, entries, 0, entries.size(), true));
        if (sorted)
            sortNaturally(level.children);
        std::reverse(level.children.begin(), level.children.end());
        return {};
    }

    static void moveDirectories(std::vector<ListedEntry>& entries, std::size_t from, Level& level)
    {
        const auto isDirectory = [&](ListedEntry& entry) {
            if (entry.type != DT_DIR)
                return false;
            level.children.push_back(std::move(entry));
            return true;
        };
        entries.erase(
            std::remove_if(entries.begin() + static_cast<std::ptrdiff_t>(from), entries.end(), isDirectory),
            entries.end());
    }

    /// Hands over full batches and keeps the rest (possibly a full one, never nothing of many).
    Result<void> handOverFull(Level& level, int fd, std::vector<ListedEntry>& entries)
    {
        std::size_t done = 0;
        for (; entries.size() - done > m_batchFiles; done += m_batchFiles)
            TRY_VOID(handOver(level, fd, entries, done, done + m_batchFiles, false));
        entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(done));
        return {};
    }

    Result<void> handOver(Level& level, int fd, std::vector<ListedEntry>& entries, std::size_t begin,
        std::size_t end, bool last)
    {
        TRY_VOID((m_options.sizesLater ? statOtherEntries : statEntries)(fd, entries, begin, end, m_task));
        WalkedBatch batch;
        batch.directory = level.path;
        batch.folder = level.folder;
        batch.first = std::exchange(m_first, false);
        batch.last = last;
        batch.files.reserve(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            ListedEntry& entry = entries[i];
            if (entry.problem == 0 && S_ISREG(entry.mode) && !entry.isLink)
                batch.files.push_back({std::move(entry.name), entry.size, entry.mtimeNs, entry.isSized});
            else
                takeOther(level, fd, entry);
        }
        return m_onBatch(std::move(batch));
    }

    /// Whatever is not a regular file.
    void takeOther(Level& level, int fd, ListedEntry& entry)
    {
        std::string path = joined(level.path, entry.name);
        if (entry.problem == ENOENT && entry.isLink)
            report(
                Severity::Warning, Code::NotFound, path, phrase("a link to something that does not exist"));
        else if (entry.problem == ELOOP)
            report(Severity::Warning, Code::Cycle, path, phrase("links that lead in a circle"));
        else if (entry.problem != 0)
            reportErrno(path, entry.problem, phrase("looking at the file"));
        else if (!S_ISDIR(entry.mode) && !S_ISREG(entry.mode))
            report(Severity::Warning, Code::Unsupported, path,
                phrase("%1; only regular files are read", modeWords(entry.mode)));
        else if (!entry.isLink)
            level.children.push_back(std::move(entry));
        else if (!reportIfAbove(path, {entry.device, entry.inode}))
            reportLink(path, realPathOf(openAt(fd, entry.name, O_PATH).get()));
    }

    /// A link is never followed: what lies inside the root has a path of its own, the rest was not opened.
    void reportLink(const std::string& path, const std::string& target)
    {
        const bool isInside = !m_rootPath.empty() && target.starts_with(m_rootPath)
            && (target.size() == m_rootPath.size() || m_rootPath == "/" || target[m_rootPath.size()] == '/');
        if (isInside)
            report(
                Severity::Hint, Code::Duplicate, path, phrase("another way to what is read by its own path"));
        else
            report(Severity::Warning, Code::Unsupported, path,
                target.empty() ? phrase("a link out of the opened folder; not followed")
                               : phrase("a link out of the opened folder; not followed, open %1 itself",
                                   printable(target)));
    }

    bool reportIfAbove(const std::string& path, const DirectoryKey& key)
    {
        const bool above = std::find(m_aroundRoot.begin(), m_aroundRoot.end(), key) != m_aroundRoot.end()
            || std::any_of(m_levels.begin(), m_levels.end(), [&](const Level& level) {
                   return DirectoryKey(level.folder.device, level.folder.inode) == key;
               });
        if (above)
            report(Severity::Warning, Code::Cycle, path,
                phrase("leads back to a directory above it; not followed"));
        return above;
    }

    void reportSecondVisit(const std::string& path, const DirectoryKey& key)
    {
        if (!reportIfAbove(path, key))
            report(Severity::Hint, Code::Duplicate, path,
                phrase("another way to a directory that is read already"));
    }

    void reportErrno(const std::string& path, int problem, Message what)
    {
        Error error = systemError(problem, std::move(what), {.file = path});
        if (error.code == Code::NotFound) // the listing had it a moment ago
            error.code = Code::Vanished;
        m_task.diagnostics.add(Severity::Error, error);
    }

    void report(Severity severity, Code code, std::string path, Message message)
    {
        m_task.diagnostics.add({severity, code, {.file = std::move(path)}, std::move(message)});
    }

    const WalkOptions& m_options;
    std::size_t m_batchFiles;
    TaskContext& m_task;
    const std::function<Result<void>(WalkedBatch&&)>& m_onBatch;
    std::vector<std::byte> m_buffer;
    std::string m_rootPath;                 ///< without links
    std::vector<DirectoryKey> m_aroundRoot; ///< the root and everything above it
    std::set<DirectoryKey> m_visited;
    std::vector<Level> m_levels;
    bool m_first = true;
};

} // namespace

Result<void> walkDirectory(const std::string& root, const WalkOptions& options, TaskContext& task,
    const std::function<Result<void>(WalkedBatch&&)>& onBatch)
{
    try {
        return Walker(options, task, onBatch).run(root);
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory to list the directory"), {.file = root});
    }
}

} // namespace dumpscope::core
