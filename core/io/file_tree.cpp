// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_tree.h"

#include "io/archive_tree.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

class DirectoryTree : public FileTree {
public:
    explicit DirectoryTree(std::string root)
        : m_root(std::move(root))
    {
    }
    const std::string& root() const override { return m_root; }
    Result<void> walk(TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch) override
    {
        return walkDirectory(m_root, {}, task, onBatch);
    }
    std::unique_ptr<Source> open(const std::string& relativePath, std::uint64_t size) const override
    {
        return makeFileSource(m_root + '/' + relativePath, relativePath, size);
    }
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
    Result<void> walk(TaskContext&, const std::function<Result<void>(WalkedBatch&&)>& onBatch) override
    {
        WalkedBatch batch;
        batch.files.push_back({m_name, m_size, m_mtimeNs});
        return onBatch(std::move(batch));
    }
    std::unique_ptr<Source> open(const std::string& relativePath, std::uint64_t size) const override
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
        const std::int64_t mtimeNs
            = std::int64_t {info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
        return std::shared_ptr<FileTree>(
            std::make_shared<SingleFileTree>(*real, static_cast<std::uint64_t>(info.st_size), mtimeNs));
    }
    return fail(Code::Unsupported, phrase("neither a folder nor a regular file"), {.file = path});
}

} // namespace dumpscope::core
