// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: one of its calls of the system fails, or does half of what was asked.
//
//   FAULT_CALL=pread      which function; empty: none fails
//   FAULT_AT=7            its seventh call, counted over all threads
//   FAULT_WITH=EIO        the error; `short`: half of the bytes are read or written
//   FAULT_REST=1          all calls after that one, too (a disk that stays full)
//   FAULT_COUNTS=FILE     a line `process function` is appended for every call, so that killed processes
//   count, too
//
// Calls that libc makes to itself are not seen; nor are those of the dynamic linker, which come before main.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

/// Allocations below this are the small change of every library; those above follow from what a file says.
constexpr std::size_t kLargeAllocation = 16 * 1024;

struct Call {
    const char* name;
    std::atomic<long> made {0};
};
std::array calls {Call {"open"}, Call {"openat"}, Call {"read"}, Call {"pread"}, Call {"write"},
    Call {"pwrite"}, Call {"mmap"}, Call {"fstat"}, Call {"stat"}, Call {"fstatat"}, Call {"statx"},
    Call {"getdents64"}, Call {"rename"}, Call {"renameat"}, Call {"fsync"}, Call {"ftruncate"},
    Call {"mkdir"}, Call {"mkdirat"}, Call {"unlink"}, Call {"close"}, Call {"poll"}, Call {"malloc"}};
enum Which {
    kOpen,
    kOpenat,
    kRead,
    kPread,
    kWrite,
    kPwrite,
    kMmap,
    kFstat,
    kStat,
    kFstatat,
    kStatx,
    kGetdents,
    kRename,
    kRenameat,
    kFsync,
    kFtruncate,
    kMkdir,
    kMkdirat,
    kUnlink,
    kClose,
    kPoll,
    kMalloc
};

struct Plan {
    int which = -1;
    long at = 0;
    int error = 0;
    bool halved = false, rest = false;
};
Plan plan;
std::atomic<bool> armed {false};
int countsFile = -1;

int errorNamed(const char* name)
{
    constexpr std::array<std::pair<const char*, int>, 8> kErrors {
        {{"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EACCES", EACCES}, {"EINTR", EINTR}, {"ENOMEM", ENOMEM},
            {"EMFILE", EMFILE}, {"ENOENT", ENOENT}, {"EDQUOT", EDQUOT}}};
    for (const auto& [word, error] : kErrors) {
        if (std::strcmp(word, name) == 0)
            return error;
    }
    return EIO;
}

/// Whether this call is the one, and which way it goes wrong.
enum class Turn { Real, Fails, Halved };
Turn turn(Which which, int file = -1)
{
    // Nobody could say that the place for saying things is gone.
    if (!armed || file == STDERR_FILENO)
        return Turn::Real;
    const long number = ++calls[which].made;
    if (countsFile >= 0) {
        std::array<char, 64> line {};
        const int length = std::snprintf(
            line.data(), line.size(), "%d %s\n", static_cast<int>(getpid()), calls[which].name);
        syscall(SYS_write, countsFile, line.data(), static_cast<std::size_t>(length));
    }
    if (which != plan.which || number < plan.at || (number > plan.at && !plan.rest))
        return Turn::Real;
    errno = plan.error;
    return plan.halved ? Turn::Halved : Turn::Fails;
}

template<typename Function> Function* real(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void arm()
{
    const auto text = [](const char* name) {
        const char* const value = std::getenv(name);
        return value ? value : "";
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (std::strcmp(calls[i].name, text("FAULT_CALL")) == 0)
            plan.which = static_cast<int>(i);
    }
    plan.at = std::atol(text("FAULT_AT"));
    plan.halved = std::strcmp(text("FAULT_WITH"), "short") == 0;
    plan.error = errorNamed(text("FAULT_WITH"));
    plan.rest = *text("FAULT_REST") != 0;
    if (*text("FAULT_COUNTS"))
        countsFile = static_cast<int>(syscall(
            SYS_openat, AT_FDCWD, text("FAULT_COUNTS"), O_WRONLY | O_APPEND | O_CLOEXEC | O_CREAT, 0600));
    armed = true;
}

} // namespace

// The function `name` with the arguments `args`, which fails with `failed` when it is its turn.
#define DUMPSCOPE_FAILING(which, result, failed, name, parameters, arguments)                                \
    extern "C" result name parameters                                                                        \
    {                                                                                                        \
        static auto* const original = real<result parameters>(#name);                                        \
        return turn(which) == Turn::Real ? original arguments : failed;                                      \
    }
// The same for what moves `size` bytes.
#define DUMPSCOPE_HALVING(which, name, parameters, arguments)                                                \
    extern "C" ssize_t name parameters                                                                       \
    {                                                                                                        \
        static auto* const original = real<ssize_t parameters>(#name);                                       \
        const Turn now = turn(which, file);                                                                  \
        if (now == Turn::Fails)                                                                              \
            return -1;                                                                                       \
        if (now == Turn::Halved && size > 1)                                                                 \
            size /= 2;                                                                                       \
        return original arguments;                                                                           \
    }

DUMPSCOPE_HALVING(kRead, read, (int file, void* bytes, std::size_t size), (file, bytes, size))
DUMPSCOPE_HALVING(kPread, pread, (int file, void* bytes, std::size_t size, off_t at), (file, bytes, size, at))
DUMPSCOPE_HALVING(
    kPread, pread64, (int file, void* bytes, std::size_t size, off64_t at), (file, bytes, size, at))
DUMPSCOPE_HALVING(kWrite, write, (int file, const void* bytes, std::size_t size), (file, bytes, size))
DUMPSCOPE_HALVING(
    kPwrite, pwrite, (int file, const void* bytes, std::size_t size, off_t at), (file, bytes, size, at))
DUMPSCOPE_HALVING(
    kPwrite, pwrite64, (int file, const void* bytes, std::size_t size, off64_t at), (file, bytes, size, at))

DUMPSCOPE_FAILING(kMmap, void*, MAP_FAILED, mmap,
    (void* at, std::size_t size, int access, int kind, int file, off_t offset),
    (at, size, access, kind, file, offset))
DUMPSCOPE_FAILING(kMmap, void*, MAP_FAILED, mmap64,
    (void* at, std::size_t size, int access, int kind, int file, off64_t offset),
    (at, size, access, kind, file, offset))
DUMPSCOPE_FAILING(kFstat, int, -1, fstat, (int file, struct stat* facts), (file, facts))
DUMPSCOPE_FAILING(kFstat, int, -1, fstat64, (int file, struct stat64* facts), (file, facts))
DUMPSCOPE_FAILING(kStat, int, -1, stat, (const char* path, struct stat* facts), (path, facts))
DUMPSCOPE_FAILING(kStat, int, -1, stat64, (const char* path, struct stat64* facts), (path, facts))
DUMPSCOPE_FAILING(kFstatat, int, -1, fstatat, (int folder, const char* path, struct stat* facts, int flags),
    (folder, path, facts, flags))
DUMPSCOPE_FAILING(kFstatat, int, -1, fstatat64,
    (int folder, const char* path, struct stat64* facts, int flags), (folder, path, facts, flags))
DUMPSCOPE_FAILING(kStatx, int, -1, statx,
    (int folder, const char* path, int flags, unsigned wanted, struct statx* facts),
    (folder, path, flags, wanted, facts))
DUMPSCOPE_FAILING(
    kGetdents, ssize_t, -1, getdents64, (int folder, void* bytes, std::size_t size), (folder, bytes, size))
DUMPSCOPE_FAILING(kRename, int, -1, rename, (const char* from, const char* to), (from, to))
DUMPSCOPE_FAILING(kRenameat, int, -1, renameat,
    (int fromFolder, const char* from, int toFolder, const char* to), (fromFolder, from, toFolder, to))
DUMPSCOPE_FAILING(kFsync, int, -1, fsync, (int file), (file))
DUMPSCOPE_FAILING(kFtruncate, int, -1, ftruncate, (int file, off_t size), (file, size))
DUMPSCOPE_FAILING(kFtruncate, int, -1, ftruncate64, (int file, off64_t size), (file, size))
DUMPSCOPE_FAILING(kMkdir, int, -1, mkdir, (const char* path, mode_t mode), (path, mode))
DUMPSCOPE_FAILING(
    kMkdirat, int, -1, mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode))
DUMPSCOPE_FAILING(kUnlink, int, -1, unlink, (const char* path), (path))
DUMPSCOPE_FAILING(kPoll, int, -1, poll, (struct pollfd * files, nfds_t count, int milliseconds),
    (files, count, milliseconds))

// The file is closed all the same, as Linux does.
extern "C" int close(int file)
{
    static auto* const original = real<int(int)>("close");
    const Turn now = turn(kClose);
    const int error = errno;
    const int result = original(file);
    errno = now == Turn::Real ? errno : error;
    return now == Turn::Real ? result : -1;
}

extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size)
{
    return size < kLargeAllocation || turn(kMalloc) == Turn::Real ? __libc_malloc(size) : nullptr;
}

// Both take a mode only when they make a file.
#define DUMPSCOPE_FAILING_OPEN(which, name, parameters, arguments)                                           \
    extern "C" int name parameters                                                                           \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, flags);                                                                               \
        const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;               \
        va_end(list);                                                                                        \
        static auto* const original = real<int parameters>(#name);                                           \
        return turn(which) == Turn::Real ? original arguments : -1;                                          \
    }
DUMPSCOPE_FAILING_OPEN(kOpen, open, (const char* path, int flags, ...), (path, flags, mode))
DUMPSCOPE_FAILING_OPEN(kOpen, open64, (const char* path, int flags, ...), (path, flags, mode))
DUMPSCOPE_FAILING_OPEN(
    kOpenat, openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
DUMPSCOPE_FAILING_OPEN(
    kOpenat, openat64, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
