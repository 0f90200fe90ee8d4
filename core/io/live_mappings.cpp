// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/live_mappings.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <new>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dumpscope::core {

// The handler reads entries that other threads are changing. `sequence` is odd during a change, and
// an entry whose sequence moved while it was read is skipped: it cannot be the mapping the faulting
// thread reads, because that thread keeps its mapping alive.
struct LiveMapping {
    std::atomic<std::uint32_t> sequence {0};
    std::atomic<bool> damaged {false};
    std::atomic<std::uintptr_t> begin {0};
    std::atomic<std::uintptr_t> end {0};
    LiveMapping* nextFree = nullptr; ///< guarded by the table's mutex

    void set(std::uintptr_t newBegin, std::uintptr_t newEnd)
    {
        const std::uint32_t before = sequence.load(std::memory_order_relaxed);
        sequence.store(before + 1, std::memory_order_relaxed);
        begin.store(newBegin, std::memory_order_release);
        end.store(newEnd, std::memory_order_release);
        sequence.store(before + 2, std::memory_order_release);
    }
    [[nodiscard]] bool covers(std::uintptr_t address, std::uintptr_t& first, std::uintptr_t& last) const
    {
        const std::uint32_t before = sequence.load(std::memory_order_acquire);
        first = begin.load(std::memory_order_acquire);
        last = end.load(std::memory_order_acquire);
        return address >= first && address < last && before % 2 == 0
            && sequence.load(std::memory_order_relaxed) == before;
    }
};

namespace {

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<bool>::is_always_lock_free);

struct Segment {
    std::array<LiveMapping, 256> entries;
    std::atomic<Segment*> next {nullptr};
};

// Signal handlers belong to the process, so this state does too. Segments are only ever added.
constinit Segment firstSegment;
constinit std::mutex tableMutex;
constinit LiveMapping* freeList = nullptr;
constinit Segment* lastSegment = nullptr;

struct sigaction previousAction;
std::uintptr_t pageSize = 0;

/// Puts zeros over [from, to). The raw call keeps sanitizers' interceptors out of the handler.
bool mapZeros(std::uintptr_t from, std::uintptr_t to)
{
    return ::syscall(SYS_mmap, from, to - from, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
        != -1;
}

bool coverFault(std::uintptr_t address)
{
    for (Segment* segment = &firstSegment; segment; segment = segment->next.load(std::memory_order_acquire)) {
        for (LiveMapping& mapping : segment->entries) {
            std::uintptr_t begin = 0;
            std::uintptr_t end = 0;
            if (!mapping.covers(address, begin, end))
                continue;
            mapping.damaged.store(true, std::memory_order_release);
            // Nothing behind a missing page is worth reading, and one replacement up to the end is
            // cheaper than a signal per page. Where the process has no room for one more map entry,
            // replacing the whole mapping needs none.
            return mapZeros(address & ~(pageSize - 1), end) || mapZeros(begin, end);
        }
    }
    return false;
}

void forward(int number, siginfo_t* info, void* context)
{
    if ((previousAction.sa_flags & SA_SIGINFO) != 0) {
        previousAction.sa_sigaction(number, info, context);
        return;
    }
    const bool sentByProgram = info->si_code <= 0;
    if (previousAction.sa_handler == SIG_IGN && sentByProgram)
        return;
    if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
        previousAction.sa_handler(number);
        return;
    }
    // Returning repeats a real fault, which then ends the process as it would have without us.
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    ::sigaction(number, &standard, nullptr);
    if (sentByProgram)
        ::raise(number);
}

void onBusError(int number, siginfo_t* info, void* context)
{
    const int saved = errno;
    const bool covered
        = info->si_code == BUS_ADRERR && coverFault(reinterpret_cast<std::uintptr_t>(info->si_addr));
    if (!covered)
        forward(number, info, context);
    errno = saved;
}

bool installHandler()
{
    pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    if (::sigaction(SIGBUS, nullptr, &previousAction) != 0)
        return false;
    struct sigaction action = {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, &action, nullptr) == 0;
}

void addToFreeList(Segment& segment)
{
    for (LiveMapping& mapping : segment.entries) {
        mapping.nextFree = freeList;
        freeList = &mapping;
    }
}

LiveMapping* takeFreeEntry()
{
    const std::scoped_lock lock(tableMutex);
    if (!freeList) {
        if (!lastSegment) {
            lastSegment = &firstSegment;
            addToFreeList(firstSegment);
        } else {
            auto* segment = new (std::nothrow) Segment;
            if (!segment)
                return nullptr;
            addToFreeList(*segment);
            lastSegment->next.store(segment, std::memory_order_release);
            lastSegment = segment;
        }
    }
    LiveMapping* mapping = freeList;
    freeList = mapping->nextFree;
    return mapping;
}

} // namespace

LiveMapping* addLiveMapping(void* begin, std::size_t length)
{
    static const bool installed = installHandler();
    LiveMapping* mapping = installed ? takeFreeEntry() : nullptr;
    if (!mapping)
        return nullptr;
    mapping->damaged.store(false, std::memory_order_relaxed);
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    mapping->set(first, first + (length + pageSize - 1) / pageSize * pageSize);
    return mapping;
}

void removeLiveMapping(LiveMapping* mapping)
{
    mapping->set(0, 0);
    const std::scoped_lock lock(tableMutex);
    mapping->nextFree = freeList;
    freeList = mapping;
}

bool isDamaged(const LiveMapping& mapping)
{
    return mapping.damaged.load(std::memory_order_acquire);
}

} // namespace dumpscope::core
