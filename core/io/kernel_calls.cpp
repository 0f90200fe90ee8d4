// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/kernel_calls.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/memfd.h>
#include <linux/random.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dumpscope::core {

bool fillWithRandom(std::span<unsigned char> bytes)
{
    if (::syscall(SYS_getrandom, bytes.data(), bytes.size(), GRND_NONBLOCK)
        == static_cast<long>(bytes.size()))
        return true;
    if (errno != ENOSYS) // Linux before 3.17
        return false;
    const UniqueFd device(::open("/dev/urandom", O_RDONLY | O_CLOEXEC));
    return device && ::read(device.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

ssize_t readDirectory(int fd, std::span<std::byte> buffer)
{
    return ::syscall(SYS_getdents64, fd, buffer.data(), buffer.size());
}

UniqueFd makeMemoryFile(const std::string& folder)
{
    UniqueFd memory(static_cast<int>(::syscall(SYS_memfd_create, "dumpscope-archive", MFD_CLOEXEC)));
    if (memory || errno != ENOSYS)
        return memory;
    std::string name = folder + "/dumpscope-XXXXXX";
    UniqueFd file(::mkostemp(name.data(), O_CLOEXEC));
    if (file)
        ::unlink(name.c_str());
    return file;
}

void closeOnExecFrom(int first)
{
    // Linux before 5.11 does not have the flag.
    if (::syscall(SYS_close_range, first, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    constexpr long kMost = 65536;
    const long last = std::min(::sysconf(_SC_OPEN_MAX), kMost);
    for (int fd = first; fd < last; ++fd)
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

} // namespace dumpscope::core
