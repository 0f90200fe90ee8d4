// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace dumpscope::test {

/// Memory of this process in MB that is not a part of a mapped file.
inline double ownMegabytes()
{
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    long size = 0;
    long resident = 0;
    long shared = 0;
    if (file == nullptr || std::fscanf(file, "%ld %ld %ld", &size, &resident, &shared) != 3)
        std::abort();
    std::fclose(file);
    return static_cast<double>(resident - shared) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// What was asked of the allocator and not given back, in MB: grows with a leak, not with holes in the heap.
inline double allocatedMegabytes()
{
    const auto use = mallinfo2();
    return static_cast<double>(use.uordblks + use.hblkhd) / 1e6;
}

/// The most that was ever resident of this process, mapped files included, in MB.
inline double peakMegabytes()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace dumpscope::test
