// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_tree.h"

#include "io/archive_tree.h"
#include "io/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace dumpscope::core {

namespace {

/// Through the sources of a tree.
class SourceHeads final : public HeadReader {
public:
    explicit SourceHeads(const FileTree& tree)
        : m_tree(tree)
    {
    }
    Result<Head> read(
        const std::string& path, std::optional<std::uint64_t> size, std::uint64_t length) override
    {
        TRY_ASSIGN(m_bytes, m_tree.open(path, size.value_or(0))->read(0, length));
        return Head {m_bytes.span(), {.size = size.value_or(m_bytes.size())}};
    }

private:
    const FileTree& m_tree;
    Bytes m_bytes;
};

/// Keeps the folder of the last file open: names are found faster from there than from the root.
class FolderHeads final : public HeadReader {
public:
    explicit FolderHeads(const std::string& root)
        : m_root(root)
    {
    }
    Result<Head> read(const std::string& path, std::optional<std::uint64_t>, std::uint64_t length) override
    {
        auto head = readHead(path, length);
        if (!head)
            return fail(vanishedIfMissing(std::move(head).error()));
        return head;
    }

    FileIdentity look(const std::string& path) override
    {
        struct stat info = {};
        const bool isThere = enterFolderOf(path) && ::fstatat(m_fd.get(), nameIn(path), &info, 0) == 0;
        return isThere ? fileIdentity(info) : FileIdentity {};
    }

private:
    static const char* nameIn(const std::string& path)
    {
        const std::size_t slash = path.rfind('/');
        return path.c_str() + (slash == std::string::npos ? 0 : slash + 1);
    }

    bool enterFolderOf(const std::string& path)
    {
        const std::size_t slash = path.rfind('/');
        const auto folder = std::string_view(path).substr(0, slash == std::string::npos ? 0 : slash);
        if (m_fd && folder == m_folder)
            return true;
        m_folder = folder;
        m_fd = openAt(AT_FDCWD, m_folder.empty() ? m_root : m_root + '/' + m_folder, O_PATH | O_DIRECTORY);
        return static_cast<bool>(m_fd);
    }

    Result<Head> readHead(const std::string& path, std::uint64_t length)
    {
        if (!enterFolderOf(path))
            return fail(systemError(errno, phrase("opening"), {.file = path}));
        TRY_ASSIGN(const RegularFile file, openListedFile(m_fd.get(), nameIn(path), path));
        // Never larger than the file, whatever was listed.
        const auto wanted = static_cast<std::size_t>(std::min(length, file.size()));
        if (m_buffer.size() < wanted)
            m_buffer.resize(wanted);
        const std::span<std::byte> part = std::span(m_buffer).first(wanted);
        TRY_ASSIGN(const std::size_t got, readAt(file.fd.get(), part, 0, path));
        return Head {ByteSpan(part.first(got)), fileIdentity(file.info)};
    }

    const std::string& m_root;
    std::string m_folder;
    UniqueFd m_fd; ///< of `m_folder`
    std::vector<std::byte> m_buffer;
};

class DirectoryTree : public FileTree {
public:
    explicit DirectoryTree(std::string root)
        : m_root(std::move(root))
    {
    }
    const std::string& root() const override { return m_root; }
    Result<void> walk(bool sizesLater, TaskContext& task,
        const std::function<Result<void>(WalkedBatch&&)>& onBatch) override
    {
        return walkDirectory(m_root, {.sizesLater = sizesLater}, task, onBatch);
    }
    std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size, const std::stop_token& /*stop*/) const override
    {
        return makeFileSource(m_root + '/' + relativePath, relativePath, size);
    }
    std::unique_ptr<HeadReader> heads() const override { return std::make_unique<FolderHeads>(m_root); }
    std::string absoluteFolder(const std::string& relativeFolder) const override
    {
        return relativeFolder.empty() ? m_root : m_root + '/' + relativeFolder;
    }

private:
    std::string m_root;
};

class SingleFileTree : public FileTree {
public:
    SingleFileTree(std::string path, std::uint64_t size, std::int64_t mtimeNs)
        : m_path(std::move(path))
        , m_folder(m_path.substr(0, m_path.rfind('/')))
        , m_name(m_path.substr(m_path.rfind('/') + 1))
        , m_size(size)
        , m_mtimeNs(mtimeNs)
    {
    }
    const std::string& root() const override { return m_path; }
    bool isSingleFile() const override { return true; }
    Result<void> walk(bool, TaskContext&, const std::function<Result<void>(WalkedBatch&&)>& onBatch) override
    {
        WalkedBatch batch;
        batch.files.push_back({m_name, m_size, m_mtimeNs});
        return onBatch(std::move(batch));
    }
    std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size, const std::stop_token& /*stop*/) const override
    {
        return makeFileSource(m_folder + '/' + relativePath, relativePath, size);
    }
    std::string absoluteFolder(const std::string&) const override { return m_folder; }

private:
    std::string m_path;
    std::string m_folder;
    std::string m_name;
    std::uint64_t m_size;
    std::int64_t m_mtimeNs;
};

std::optional<std::string> resolved(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

/// A path that goes on behind the name of an archive.
std::shared_ptr<FileTree> openInsideArchive(std::string_view path)
{
    std::string_view inner;
    for (std::string_view outer = path;;) {
        const auto slash = outer.rfind('/');
        if (slash == std::string_view::npos || slash == 0)
            return nullptr;
        outer = outer.substr(0, slash);
        inner = path.substr(slash + 1);
        const auto real = resolved(std::string(outer));
        if (!real)
            continue;
        if (!isArchive(*real))
            return nullptr;
        std::string clean;
        for (std::string_view rest = inner; !rest.empty();) {
            const std::size_t end = std::min(rest.find('/'), rest.size());
            if (end > 0 && rest.substr(0, end) != ".")
                clean.append(clean.empty() ? "" : "/").append(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return makeArchiveTree(*real, std::move(clean));
    }
}

} // namespace

std::unique_ptr<HeadReader> FileTree::heads() const
{
    return std::make_unique<SourceHeads>(*this);
}

Result<std::shared_ptr<FileTree>> openFileTree(const std::string& path)
{
    const auto real = resolved(path);
    if (!real) {
        const int problem = errno;
        if (problem == ENOTDIR) {
            if (auto inside = openInsideArchive(path))
                return inside;
        }
        return fail(systemError(problem, phrase("opening"), {.file = path}));
    }
    struct stat info = {};
    if (::stat(real->c_str(), &info) != 0)
        return fail(systemError(errno, phrase("opening"), {.file = path}));
    if (S_ISDIR(info.st_mode))
        return std::shared_ptr<FileTree>(std::make_shared<DirectoryTree>(*real));
    if (S_ISREG(info.st_mode)) {
        if (isArchive(*real))
            return makeArchiveTree(*real, {});
        const FileIdentity file = fileIdentity(info);
        return std::shared_ptr<FileTree>(std::make_shared<SingleFileTree>(*real, file.size, file.mtimeNs));
    }
    return fail(Code::Unsupported, phrase("neither a folder nor a regular file"), {.file = path});
}

} // namespace dumpscope::core
