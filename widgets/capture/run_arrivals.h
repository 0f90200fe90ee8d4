// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/run_origins.h"

#include <QtGlobal>

#include <deque>

namespace dumpscope::gui {

/// What a run wrote, as it came.
class RunArrivals {
public:
    struct Arrival {
        core::LiveTensor tensor;
        qint64 ms = 0; ///< since 1970
    };
    static constexpr std::size_t kKept = 2'000;

    void take(const core::LiveBatch& batch);

    /// Newest last; only the last kKept.
    [[nodiscard]] const std::deque<Arrival>& kept() const { return m_kept; }
    [[nodiscard]] qint64 dropped() const { return m_dropped; }
    /// All it wrote so far, and what of it is not finite.
    [[nodiscard]] const RunBatches& batches() const { return m_batches; }
    /// `path`: relative.
    [[nodiscard]] bool hasFile(const std::string& path) const;
    [[nodiscard]] std::vector<core::LiveTensor> tensors() const; ///< of those that are kept

private:
    std::deque<Arrival> m_kept;
    qint64 m_dropped = 0;
    RunBatches m_batches;
};

} // namespace dumpscope::gui
