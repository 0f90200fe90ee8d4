// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/disk_guard.h"

#include "capture/capture_profile.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

DiskGuard::DiskGuard(std::string folder, std::uint64_t keepFree, FreeSpace freeSpace, Now now)
    : m_folder(std::move(folder))
    , m_keepFree(keepFree)
    , m_freeSpace(freeSpace ? std::move(freeSpace) : FreeSpace(&core::freeBytes))
    , m_now(std::move(now))
{
}

DiskGuard::Decision DiskGuard::look(double bytesPerSecond)
{
    constexpr auto kInterval = std::chrono::milliseconds(100);
    const Clock::time_point now = m_now();
    if (now - m_looked < kInterval)
        return Decision::Nothing;
    m_looked = now;
    const auto freeBytes = m_freeSpace(m_folder);
    if (!freeBytes)
        return Decision::Nothing;
    m_freeBytes = *freeBytes;
    // What is written until the next look and until everything has stopped.
    const double ahead = bytesPerSecond * 0.5;
    const double room = static_cast<double>(m_freeBytes) - static_cast<double>(m_keepFree);
    // A little more than asked for, so that it does not stop and go.
    constexpr double kMostMore = 128U << 20;
    const bool hasRoom = room > std::min(static_cast<double>(m_keepFree) / 8, kMostMore);
    if (hasRoom)
        m_isOverridden = false;
    if (m_isPausing && hasRoom) {
        m_isPausing = false;
        return Decision::GoOn;
    }
    if (m_isPausing || m_isOverridden || room > ahead)
        return Decision::Nothing;
    m_isPausing = true;
    return Decision::Pause;
}

void DiskGuard::override()
{
    m_isOverridden = m_isOverridden || m_isPausing;
    m_isPausing = false;
}

} // namespace dumpscope::core
