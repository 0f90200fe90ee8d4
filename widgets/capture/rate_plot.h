// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_run.h"

#include <QSharedPointer>
#include <QTimer>
#include <QWidget>

namespace dumpscope::gui {

class Plot;
class RateTicks;

/// Bytes per second over the time of a capture; where executions ended and where overflows were found stands
/// as marks in it.
class RatePlot : public QWidget {
    Q_OBJECT
public:
    explicit RatePlot(const CaptureRun& run, QWidget* parent = nullptr);
    /// Draws soon; many at once are one.
    void refresh() { m_soon.start(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void replot();
    void retitle();

    const CaptureRun& m_run;
    Plot* m_plot;
    QSharedPointer<RateTicks> m_timeTicks;
    QTimer m_soon;
};

} // namespace dumpscope::gui
