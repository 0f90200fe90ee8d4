// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace dumpscope::core {

/// Decides when a program that fills a disk must pause, and when it may go on. Not thread-safe.
class DiskGuard {
public:
    using FreeSpace = std::function<std::optional<std::uint64_t>(const std::string&)>;
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;
    enum class Decision : std::uint8_t { Nothing, Pause, GoOn };

    /// Watches the disk of `folder`; pauses below `keepFree` bytes. An empty `freeSpace` asks the system.
    DiskGuard(std::string folder, std::uint64_t keepFree, FreeSpace freeSpace, Now now = &Clock::now);

    /// May be called at any rate; looks at the disk at most ten times a second. `bytesPerSecond`: how fast it
    /// fills.
    [[nodiscard]] Decision look(double bytesPerSecond);
    /// The user continues although the disk is nearly full: no further pause until there was room again.
    void override();
    [[nodiscard]] bool isPausing() const { return m_isPausing; }
    [[nodiscard]] std::uint64_t freeBytes() const { return m_freeBytes; }

private:
    std::string m_folder;
    std::uint64_t m_keepFree, m_freeBytes = 0;
    FreeSpace m_freeSpace;
    Now m_now;
    bool m_isPausing = false, m_isOverridden = false;
    Clock::time_point m_looked;
};

} // namespace dumpscope::core
