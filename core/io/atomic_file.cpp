// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomic_file.h"

#include "io/kernel_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <utility>

#include <fcntl.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kBufferBytes = 1U << 18;

/// Whether a link or a file may have been laid as a trap: not by us nor by the owner of its folder, where
/// everybody may write (proc_sys_fs(5), protected_symlinks and protected_regular).
bool isStrangers(const struct stat& folder, const struct stat& laid)
{
    return (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0 && laid.st_uid != ::geteuid()
        && laid.st_uid != folder.st_uid;
}

std::string linkText(const std::string& link)
{
    std::array<char, PATH_MAX> text {};
    const ssize_t length = ::readlink(link.c_str(), text.data(), text.size());
    return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : std::string();
}

} // namespace

Result<std::string> withoutLinks(const std::string& path)
{
    std::string resolved = path.starts_with('/') ? "/" : "";
    std::string rest = path;
    for (int links = 0; !rest.empty();) {
        const std::size_t begin = rest.find_first_not_of('/');
        if (begin == std::string::npos)
            return resolved + '/';
        const std::size_t end = std::min(rest.find('/', begin), rest.size());
        const std::string folder = resolved.empty() ? "." : resolved;
        const std::string place = resolved + (resolved.empty() || resolved.ends_with('/') ? "" : "/")
            + rest.substr(begin, end - begin);
        rest.erase(0, end);
        struct stat info = {};
        if (::lstat(place.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) {
            resolved = place;
            continue;
        }
        struct stat above = {};
        if (::stat(folder.c_str(), &above) == 0 && isStrangers(above, info))
            return fail(Code::Unsupported,
                phrase("a link of another user lies on the way, in a folder where everybody may write; give "
                       "another place"),
                {.file = place});
        const std::string target = linkText(place);
        if (target.empty() || ++links > 40)
            return fail(systemError(ELOOP, phrase("following the links"), {.file = path}));
        if (target.starts_with('/'))
            resolved = "/";
        rest = target + rest;
    }
    return resolved;
}

namespace {

/// `.NAME.XXXXXX.part`, with as much of NAME as a file name may hold.
std::string siblingName(std::string_view name)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    std::array<unsigned char, 6> random {};
    // Without entropy the same name comes again and again, and O_EXCL ends the attempts.
    if (!fillWithRandom(random))
        random.fill(0);
    std::size_t length = std::min<std::size_t>(name.size(), NAME_MAX - 13);
    while (length < name.size() && length > 0 && (static_cast<unsigned char>(name[length]) & 0xc0U) == 0x80U)
        --length;
    std::string result = '.' + std::string(name.substr(0, length)) + '.';
    for (const unsigned char value : random)
        result += kLetters[value % kLetters.size()];
    return result + ".part";
}

/// Siblings of this process that have no final name yet, by the descriptor of their folder.
struct UnfinishedFiles {
    std::timed_mutex mutex;
    std::set<std::pair<int, std::string>> names;
};
UnfinishedFiles& unfinishedFiles()
{
    static auto* const files = new UnfinishedFiles; // threads may still write while the process exits
    return *files;
}

} // namespace

struct AtomicFile::State {
    std::string path;   ///< as the caller gave it
    std::string folder; ///< of the file that is replaced
    std::string name;
    std::string sibling;
    UniqueFd directory;
    UniqueFd fd;
    std::vector<std::byte> buffer;
    std::uint64_t written = 0;  ///< bytes in the file, without the buffer
    std::optional<Error> error; ///< the first failure; everything after it fails too
    bool committed = false;
    bool synced = true;

    ~State()
    {
        if (!committed && !sibling.empty())
            ::unlinkat(directory.get(), sibling.c_str(), 0);
        forget();
    }

    void remember() const
    {
        UnfinishedFiles& files = unfinishedFiles();
        const std::lock_guard lock(files.mutex);
        files.names.emplace(directory.get(), sibling);
    }
    /// Before its folder is closed, whose number another one gets then.
    void forget() const
    {
        UnfinishedFiles& files = unfinishedFiles();
        const std::lock_guard lock(files.mutex);
        files.names.erase({directory.get(), sibling});
    }

    Failure failed(int problem, Message what)
    {
        error = systemError(problem, what, {.file = path});
        return Failure(*error);
    }

    Result<void> writeAll(const std::byte* data, std::size_t length, std::uint64_t offset)
    {
        if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()) - length)
            return failed(EFBIG, phrase("writing"));
        while (length > 0) {
            const ssize_t done = ::pwrite(fd.get(), data, length, static_cast<off_t>(offset));
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0)
                return failed(done < 0 ? errno : EIO, phrase("writing"));
            data += done;
            length -= static_cast<std::size_t>(done);
            offset += static_cast<std::uint64_t>(done);
        }
        return {};
    }

    Result<void> flush()
    {
        TRY_VOID(writeAll(buffer.data(), buffer.size(), written));
        written += buffer.size();
        buffer.clear();
        return {};
    }

    Result<void> usable() const
    {
        if (error)
            return fail(*error);
        if (committed)
            return fail(Code::Internal, phrase("the file is finished already"), {.file = path});
        return {};
    }

    /// Where the group cannot be kept, what it was allowed is not given to another one.
    Result<void> takeOver(const struct stat& replaced)
    {
        mode_t mode = replaced.st_mode & 0777U;
        const bool keepsOwner = ::fchown(fd.get(), replaced.st_uid, replaced.st_gid) == 0;
        if (!keepsOwner && ::fchown(fd.get(), static_cast<uid_t>(-1), replaced.st_gid) != 0)
            mode &= ~static_cast<mode_t>(0070U);
        // Some file systems know no permissions; the new file is then as any other there.
        if (::fchmod(fd.get(), mode) != 0 && errno != EPERM && errno != ENOTSUP)
            return failed(errno, phrase("setting the permissions"));
        return {};
    }

    /// A file of this name leaves its permissions and its owner to the new one. A link is followed by whoever
    /// wants it before, or replaced.
    Result<void> openSibling()
    {
        struct stat info = {}, above = {};
        const bool isThere = ::fstatat(directory.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0
            && S_ISREG(info.st_mode);
        // Its owner would get the new one, too, and read what we write.
        if (isThere && ::fstat(directory.get(), &above) == 0 && isStrangers(above, info))
            return fail(Code::Unsupported,
                phrase("a file of another user is there already, in a folder where everybody may write; give "
                       "another place"),
                {.file = path});
        return openSibling(isThere ? &info : nullptr);
    }

private:
    Result<void> openSibling(const struct stat* replaced)
    {
        for (int attempt = 0; attempt < 100; ++attempt) {
            std::string candidate = siblingName(name);
            fd = UniqueFd(::openat(directory.get(), candidate.c_str(),
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY,
                replaced != nullptr ? 0600 : 0666));
            if (fd) {
                sibling = std::move(candidate);
                remember();
                return replaced != nullptr ? takeOver(*replaced) : Result<void>();
            }
            if (errno != EEXIST && errno != EINTR)
                break;
        }
        return failed(errno, phrase("creating a file in the folder"));
    }
};

AtomicFile::AtomicFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<AtomicFile> AtomicFile::create(std::string path)
{
    auto state = std::make_unique<State>();
    state->path = std::move(path);
    TRY_ASSIGN(const std::string target, withoutLinks(state->path));
    const std::size_t slash = target.rfind('/');
    state->folder = slash == std::string::npos ? "." : target.substr(0, std::max<std::size_t>(slash, 1));
    state->name = slash == std::string::npos ? target : target.substr(slash + 1);
    if (state->name.empty() || state->name == "." || state->name == "..")
        return fail(Code::Usage, phrase("this is not the name of a file"), {.file = state->path});
    state->directory = openAt(AT_FDCWD, state->folder, O_PATH | O_DIRECTORY);
    if (!state->directory)
        return state->failed(errno, phrase("opening the folder"));
    struct stat info = {};
    const bool isThere
        = ::fstatat(state->directory.get(), state->name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (isThere && !S_ISREG(info.st_mode))
        return fail(
            Code::Unsupported, phrase("%1 is there already", modeWords(info.st_mode)), {.file = state->path});
    TRY_VOID(state->openSibling());
    return AtomicFile(std::move(state));
}

Result<AtomicFile> AtomicFile::createIn(
    UniqueFd folder, std::string name, std::string displayPath, Durability durability)
{
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
        return fail(Code::Usage, phrase("this is not the name of a file"), {.file = std::move(displayPath)});
    auto state = std::make_unique<State>();
    state->path = std::move(displayPath);
    state->name = std::move(name);
    state->directory = std::move(folder);
    state->synced = durability == Durability::Synced;
    TRY_VOID(state->openSibling());
    return AtomicFile(std::move(state));
}

Result<void> AtomicFile::write(ByteSpan bytes)
{
    State& state = *m_state;
    TRY_VOID(state.usable());
    if (state.buffer.size() + bytes.size() > kBufferBytes)
        TRY_VOID(state.flush());
    if (bytes.size() >= kBufferBytes) {
        TRY_VOID(state.writeAll(bytes.data(), bytes.size(), state.written));
        state.written += bytes.size();
        return {};
    }
    state.buffer.insert(state.buffer.end(), bytes.begin(), bytes.end());
    return {};
}

Result<void> AtomicFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Result<void> AtomicFile::writeAt(std::uint64_t offset, ByteSpan bytes)
{
    State& state = *m_state;
    TRY_VOID(state.usable());
    if (offset > size() || bytes.size() > size() - offset)
        return fail(
            Code::Internal, phrase("nothing is written there yet"), {.file = state.path, .offset = offset});
    TRY_VOID(state.flush());
    return state.writeAll(bytes.data(), bytes.size(), offset);
}

std::uint64_t AtomicFile::size() const
{
    return m_state->written + m_state->buffer.size();
}

Result<void> AtomicFile::commit()
{
    State& state = *m_state;
    TRY_VOID(state.usable());
    TRY_VOID(state.flush());
    // Some file systems cannot sync; the data is then as safe as they make it.
    if (state.synced && ::fsync(state.fd.get()) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        return state.failed(errno, phrase("writing"));
    if (::close(state.fd.release()) != 0 && errno != EINTR)
        return state.failed(errno, phrase("writing"));
    if (::renameat(state.directory.get(), state.sibling.c_str(), state.directory.get(), state.name.c_str())
        != 0)
        return state.failed(errno, phrase("replacing the file"));
    state.committed = true;
    if (!state.synced)
        return {};
    // The rename itself survives a power cut only once the folder is on the disk; best effort.
    if (const UniqueFd folder = openAt(state.directory.get(), ".", O_RDONLY | O_DIRECTORY); folder)
        static_cast<void>(::fsync(folder.get()));
    return {};
}

const std::string& AtomicFile::path() const
{
    return m_state->path;
}

std::string AtomicFile::temporaryPath() const
{
    return m_state->folder + '/' + m_state->sibling;
}

void removeUnfinishedFiles()
{
    // Who holds it may wait for a file system that does not answer.
    constexpr std::chrono::milliseconds kPatience {200};
    UnfinishedFiles& files = unfinishedFiles();
    if (!files.mutex.try_lock_for(kPatience))
        return;
    for (const auto& [folder, name] : files.names)
        ::unlinkat(folder, name.c_str(), 0);
}

Result<void> makeDirectories(const std::string& folder)
{
    for (std::size_t end = 0; end < folder.size();) {
        end = std::min(folder.find('/', end + 1), folder.size());
        const std::string part = folder.substr(0, end);
        if (::mkdir(part.c_str(), 0777) == 0)
            continue;
        // Read-only and automounted parents answer in several ways although they exist.
        const int problem = errno;
        struct stat info = {};
        if (::stat(part.c_str(), &info) != 0 && problem == EEXIST)
            return fail(
                Code::Unsupported, phrase("a link that leads to nothing is in the way"), {.file = part});
        if (::stat(part.c_str(), &info) != 0)
            return fail(systemError(problem, phrase("creating the folder"), {.file = part}));
        if (!S_ISDIR(info.st_mode))
            return fail(
                Code::Unsupported, phrase("%1 is in the way", modeWords(info.st_mode)), {.file = part});
    }
    return {};
}

Result<void> writeFileAtomically(const std::string& path, std::string_view text)
{
    TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
    TRY_VOID(file.write(text));
    return file.commit();
}

} // namespace dumpscope::core
