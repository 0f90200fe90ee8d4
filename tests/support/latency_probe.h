// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <vector>

namespace dumpscope::test {

/// How long the event loop did not come round while the probe lived, in milliseconds.
class LatencyProbe {
public:
    LatencyProbe()
    {
        m_clock.start();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_rounds.push_back(m_clock.nsecsElapsed());
            m_clock.restart();
        });
        m_timer.start(1);
    }
    [[nodiscard]] qint64 worstMs() const { return shareMs(1); }
    /// The time that this share of all rounds took at most.
    [[nodiscard]] qint64 shareMs(double share) const
    {
        if (m_rounds.empty())
            return 0;
        std::vector<qint64> sorted = m_rounds;
        std::sort(sorted.begin(), sorted.end());
        const auto at = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
        return sorted[at] / 1'000'000;
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<qint64> m_rounds; ///< nanoseconds
};

} // namespace dumpscope::test
