// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Weighted phases -> one fraction that never moves back. Thread-safe; `advance` is one relaxed
/// atomic add, so call it per item. The watching side polls `snapshot`.
class Progress {
public:
    struct Phase {
        Message title; ///< what is being done, e.g. "Reading headers"
        double weight; ///< weights of all phases are normalised to one
    };
    struct Snapshot {
        double fraction = 0; ///< 0..1, monotonic
        Message title;       ///< of the current phase
        std::string item;    ///< what is being worked on, may be empty
        std::uint64_t done = 0;
        std::uint64_t total = 0; ///< of the current phase, 0 = unknown
    };

    Progress() = default;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Declares the phases once, before the first `beginPhase`; ignored while phases are running, so
    /// that the fraction cannot move back. After `finish` it starts over.
    void setPhases(std::vector<Phase> phases);
    /// Starts phase `index` (ascending) with `total` work units, 0 if not known yet.
    void beginPhase(std::size_t index, std::uint64_t total);
    void setTotal(std::uint64_t total);
    void advance(std::uint64_t units = 1) { m_done.fetch_add(units, std::memory_order_relaxed); }
    void setItem(std::string item);
    void finish();
    [[nodiscard]] Snapshot snapshot() const;

private:
    mutable std::mutex m_mutex;
    std::vector<Phase> m_phases;
    std::size_t m_phase = 0;
    bool m_begun = false;
    bool m_finished = false;
    std::string m_item;
    mutable double m_lastFraction = 0;
    std::atomic<std::uint64_t> m_done {0};
    std::atomic<std::uint64_t> m_total {0};
};

} // namespace dumpscope::core
