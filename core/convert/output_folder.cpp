// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/output_folder.h"

#include "io/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

namespace dumpscope::core {

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
constexpr int kFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/// One level down: only real folders, no links.
Result<UniqueFd> enter(int parent, const std::string& part, bool make, const std::string& shown)
{
    if (part.empty() || part == "." || part == "..")
        return fail(Code::BadName, phrase("\"%1\" is no folder name", part), {.file = shown});
    if (make && ::mkdirat(parent, part.c_str(), 0777) != 0 && errno != EEXIST)
        return fail(systemError(errno, phrase("creating the folder"), {.file = shown}));
    UniqueFd fd = openAt(parent, part, kFolderFlags);
    if (fd)
        return fd;
    // Linux says ENOTDIR for a link that must not be followed to a folder.
    struct stat info = {};
    const int problem = errno;
    if (::fstatat(parent, part.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode))
        return fail(Code::Unsupported,
            phrase("a symbolic link is in the way; links inside the output folder are not followed"),
            {.file = shown});
    return fail(systemError(problem, phrase("opening the folder"), {.file = shown}));
}

} // namespace

Result<OutputFolder> OutputFolder::open(const std::string& path)
{
    if (path.empty())
        return fail(Code::Usage, phrase("the output folder has no name"));
    std::string folder = path;
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    if (folder != "/")
        if (const auto made = core::makeDirectories(folder); !made)
            return fail(made.error());
    OutputFolder result;
    result.m_path = folder;
    UniqueFd fd = openAt(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY);
    if (!fd)
        return fail(systemError(errno, phrase("opening the output folder"), {.file = path}));
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(folder.c_str(), nullptr), &std::free);
    result.m_realPath = real ? std::string(real.get()) : folder;
    result.m_fd = std::make_shared<const UniqueFd>(std::move(fd));
    return result;
}

std::string OutputFolder::shownPath(const std::string& folder, const std::string& name) const
{
    return m_path + '/' + (folder.empty() ? "" : folder + '/') + name;
}

Result<UniqueFd> OutputFolder::openFolder(const std::string& folder, bool make) const
{
    UniqueFd current = openAt(m_fd->get(), ".", O_RDONLY | O_DIRECTORY);
    if (!current)
        return fail(systemError(errno, phrase("opening the output folder"), {.file = m_path}));
    for (std::size_t begin = 0; begin < folder.size();) {
        const std::size_t end = std::min(folder.find('/', begin), folder.size());
        TRY_ASSIGN(current,
            enter(current.get(), folder.substr(begin, end - begin), make,
                shownPath("", folder.substr(0, end))));
        begin = end + 1;
    }
    return current;
}

Result<OutputFolder::Written> OutputFolder::compare(const UniqueFd& folder, const std::string& name,
    const std::string& shown, const ByteProducer& produce) const
{
    const UniqueFd file = openAt(folder.get(), name, kFileFlags);
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0)
        return fail(systemError(errno, phrase("opening the file that is there already"), {.file = shown}));
    const auto different = [&shown] {
        return fail(Code::Duplicate,
            phrase("another file of this name is there already; it was left as it is"), {.file = shown});
    };
    std::uint64_t offset = 0;
    std::vector<std::byte> there;
    TRY_VOID(produce([&](ByteSpan bytes) -> Result<void> {
        constexpr std::size_t kPiece = 1U << 20U;
        for (; !bytes.empty(); bytes = bytes.subspan(there.size())) {
            there.resize(std::min(bytes.size(), kPiece));
            TRY_ASSIGN(const std::size_t count, readAt(file.get(), there, offset, shown));
            if (count != there.size() || std::memcmp(there.data(), bytes.data(), count) != 0)
                return different();
            offset += count;
        }
        return {};
    }));
    if (offset != static_cast<std::uint64_t>(info.st_size))
        return different();
    return Written {offset, true};
}

Result<OutputFolder::Written> OutputFolder::write(
    const std::string& folder, const std::string& name, Existing existing, const ByteProducer& produce) const
{
    const std::string shown = shownPath(folder, name);
    TRY_ASSIGN(UniqueFd directory, openFolder(folder, true));
    struct stat info = {};
    if (::fstatat(directory.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0) {
        const bool isProtected
            = m_protected.inode != 0 && info.st_ino == m_protected.inode && info.st_dev == m_protected.device;
        if (S_ISDIR(info.st_mode) || isProtected || (existing == Existing::Keep && !S_ISREG(info.st_mode)))
            return fail(Code::Duplicate,
                isProtected ? phrase("this is the file that is read; it is never replaced")
                            : phrase("%1 of this name is there already",
                                S_ISLNK(info.st_mode) ? Form<0>("a symbolic link") : modeWords(info.st_mode)),
                {.file = shown});
        if (existing == Existing::Keep)
            return compare(directory, name, shown, produce);
    }
    TRY_ASSIGN(AtomicFile file,
        AtomicFile::createIn(std::move(directory), name, shown, AtomicFile::Durability::Renamed));
    TRY_VOID(produce([&file](ByteSpan bytes) { return file.write(bytes); }));
    const std::uint64_t size = file.size();
    TRY_VOID(file.commit());
    return Written {size, false};
}

Result<std::string> OutputFolder::read(
    const std::string& folder, const std::string& name, std::size_t limit) const
{
    TRY_ASSIGN(const UniqueFd directory, openFolder(folder, true));
    const UniqueFd file = openAt(directory.get(), name, kFileFlags);
    // A link is not followed, and is replaced when the file is written.
    if (!file && (errno == ENOENT || errno == ELOOP))
        return std::string();
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0)
        return fail(systemError(
            errno, phrase("opening the file that is there already"), {.file = shownPath(folder, name)}));
    if (!S_ISREG(info.st_mode))
        return std::string();
    std::vector<std::byte> buffer(std::min(static_cast<std::size_t>(info.st_size), limit));
    TRY_ASSIGN(const std::size_t count, readAt(file.get(), buffer, 0, shownPath(folder, name)));
    return std::string(reinterpret_cast<const char*>(buffer.data()), count);
}

Result<bool> OutputFolder::foldsCase() const
{
    constexpr const char* kName = ".Dumpscope-case-probe";
    constexpr const char* kOther = ".dumpscope-CASE-probe";
    const bool made = ::mkdirat(m_fd->get(), kName, 0777) == 0;
    if (!made && errno != EEXIST)
        return fail(systemError(errno, phrase("creating a folder"), {.file = m_path}));
    struct stat info = {};
    const bool folds = ::fstatat(m_fd->get(), kOther, &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (made)
        ::unlinkat(m_fd->get(), kName, AT_REMOVEDIR);
    return folds;
}

} // namespace dumpscope::core
