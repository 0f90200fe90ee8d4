// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/large_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace dumpscope::core {

void preferLargePages(const void* begin, std::size_t bytes)
{
    // Large pages of x86-64 and of arm64 with small base pages.
    constexpr std::uintptr_t kLargePage = std::uintptr_t {2} << 20U;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + kLargePage - 1) / kLargePage * kLargePage;
    const std::uintptr_t last = (address + bytes) / kLargePage * kLargePage;
    if (first < last)
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

} // namespace dumpscope::core
