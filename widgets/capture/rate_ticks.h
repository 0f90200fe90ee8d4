// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/custom_plot.h"

#include <QString>

namespace dumpscope::gui {

/// Ticks of an axis at 1, 2 or 5 times a power of ten, in a unit that is `scale` of what the axis counts.
class RateTicks : public QCPAxisTicker {
public:
    explicit RateTicks(int count) { setTickCount(count); }
    void setScale(double scale) { m_scale = scale; }

    double getTickStep(const QCPRange& range) override;

protected:
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    double m_scale = 1;
};

/// The unit in which people read a time: seconds for up to three minutes, then minutes, then hours.
struct TimeUnit {
    double seconds = 1;
    QString word;
};
[[nodiscard]] TimeUnit timeUnitFor(double seconds);

} // namespace dumpscope::gui
