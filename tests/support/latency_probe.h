// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace dumpscope::test {

/// Longest time the event loop did not come round while the probe lived, in milliseconds.
class LatencyProbe {
public:
    LatencyProbe()
    {
        m_clock.start();
        QObject::connect(
            &m_timer, &QTimer::timeout, &m_timer, [this] { m_worst = std::max(m_worst, m_clock.restart()); });
        m_timer.start(1);
    }
    [[nodiscard]] qint64 worstMs() const { return m_worst; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_worst = 0;
};

} // namespace dumpscope::test
