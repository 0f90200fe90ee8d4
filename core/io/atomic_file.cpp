// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kBufferBytes = 1U << 18;

/// Where a symbolic link leads, so that saving through a link keeps the link.
std::string linkTarget(const std::string& path)
{
    struct stat info = {};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode))
        return path;
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

/// `.NAME.XXXXXX.part`, with as much of NAME as a file name may hold.
std::string siblingName(std::string_view name)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    std::array<unsigned char, 6> random {};
    // Without entropy the same name comes again and again, and O_EXCL ends the attempts.
    if (::getrandom(random.data(), random.size(), GRND_NONBLOCK) < 0)
        random.fill(0);
    std::size_t length = std::min<std::size_t>(name.size(), NAME_MAX - 13);
    while (length < name.size() && length > 0 && (static_cast<unsigned char>(name[length]) & 0xc0U) == 0x80U)
        --length;
    std::string result = '.' + std::string(name.substr(0, length)) + '.';
    for (const unsigned char value : random)
        result += kLetters[value % kLetters.size()];
    return result + ".part";
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
    }

    Failure failed(int problem, std::string_view what)
    {
        error = systemError(problem, what, {.file = path});
        return Failure(*error);
    }

    Result<void> writeAll(const std::byte* data, std::size_t length, std::uint64_t offset)
    {
        if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()) - length)
            return failed(EFBIG, "writing");
        while (length > 0) {
            const ssize_t done = ::pwrite(fd.get(), data, length, static_cast<off_t>(offset));
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0)
                return failed(done < 0 ? errno : EIO, "writing");
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
            return fail(Code::Internal, "the file is finished already", {.file = path});
        return {};
    }

    Result<void> openSibling()
    {
        for (int attempt = 0; attempt < 100; ++attempt) {
            std::string candidate = siblingName(name);
            fd = UniqueFd(::openat(directory.get(), candidate.c_str(),
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0666));
            if (fd) {
                sibling = std::move(candidate);
                return {};
            }
            if (errno != EEXIST && errno != EINTR)
                break;
        }
        return failed(errno, "creating a file in the folder");
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
    const std::string target = linkTarget(state->path);
    const std::size_t slash = target.rfind('/');
    state->folder = slash == std::string::npos ? "." : target.substr(0, std::max<std::size_t>(slash, 1));
    state->name = slash == std::string::npos ? target : target.substr(slash + 1);
    if (state->name.empty() || state->name == "." || state->name == "..")
        return fail(Code::Usage, "this is not the name of a file", {.file = state->path});
    state->directory = openAt(AT_FDCWD, state->folder, O_PATH | O_DIRECTORY);
    if (!state->directory)
        return state->failed(errno, "opening the folder");
    struct stat info = {};
    if (::fstatat(state->directory.get(), state->name.c_str(), &info, 0) == 0 && !S_ISREG(info.st_mode))
        return fail(Code::Unsupported, "a " + std::string(modeWord(info.st_mode)) + " is there already",
            {.file = state->path});
    TRY_VOID(state->openSibling());
    return AtomicFile(std::move(state));
}

Result<AtomicFile> AtomicFile::createIn(
    UniqueFd folder, std::string name, std::string displayPath, Durability durability)
{
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
        return fail(Code::Usage, "this is not the name of a file", {.file = std::move(displayPath)});
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
        return fail(Code::Internal, "nothing is written there yet", {.file = state.path, .offset = offset});
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
        return state.failed(errno, "writing");
    if (::close(state.fd.release()) != 0 && errno != EINTR)
        return state.failed(errno, "writing");
    if (::renameat(state.directory.get(), state.sibling.c_str(), state.directory.get(), state.name.c_str())
        != 0)
        return state.failed(errno, "replacing the file");
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
        if (::stat(part.c_str(), &info) != 0)
            return fail(systemError(problem, "creating the folder", {.file = part}));
        if (!S_ISDIR(info.st_mode))
            return fail(Code::Unsupported, "a " + std::string(modeWord(info.st_mode)) + " is in the way",
                {.file = part});
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
