// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <vector>

namespace dumpscope::test {

/// How long an event of the user would have waited while the probe lived: the times between two turns of
/// the event loop, by the clock and by what this thread itself computed (which other programs on a
/// busy machine do not lengthen).
class LatencyProbe {
public:
    LatencyProbe()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { note(); });
        m_clock.start();
        m_cpu = threadMs();
        m_timer.start(1);
    }

    /// In milliseconds.
    struct Times {
        double worst = 0, permille = 0; ///< the longest, and what 99.9 % stay below
        std::size_t turns = 0;
    };
    [[nodiscard]] Times waited() { return summary(m_waits); }
    [[nodiscard]] qint64 worstMs() const { return shareMs(1); }
    /// The time that this share of all turns took at most, by the clock.
    [[nodiscard]] qint64 shareMs(double share) const
    {
        if (m_waits.empty())
            return 0;
        std::vector<double> sorted = m_waits;
        std::sort(sorted.begin(), sorted.end());
        return static_cast<qint64>(
            sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]);
    }
    [[nodiscard]] Times computed() { return summary(m_works); }

private:
    static double threadMs()
    {
        timespec now {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    void note()
    {
        m_waits.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
        m_clock.restart();
        const double cpu = threadMs();
        m_works.push_back(cpu - m_cpu);
        m_cpu = cpu;
    }
    [[nodiscard]] Times summary(std::vector<double>& times)
    {
        note();
        std::vector<double> sorted = times;
        std::sort(sorted.begin(), sorted.end());
        return {sorted.back(), sorted[sorted.size() - 1 - sorted.size() / 1000], sorted.size()};
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_cpu = 0;
    std::vector<double> m_waits, m_works;
};

} // namespace dumpscope::test
