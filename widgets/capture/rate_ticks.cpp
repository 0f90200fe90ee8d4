// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/rate_ticks.h"

#include <QCoreApplication>

#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kMinute = 60, kHour = 3600, kMostOfUnit = 3; ///< of the next unit, that a unit is kept for

struct TimeUnits {
    Q_DECLARE_TR_FUNCTIONS(TimeUnits)
};

} // namespace

double RateTicks::getTickStep(const QCPRange& range)
{
    const double wanted = range.size() / m_scale / tickCount();
    if (!(wanted > 0) || !std::isfinite(wanted))
        return 1;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    const double digit = wanted / power;
    return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power * m_scale;
}

QString RateTicks::getTickLabel(double tick, const QLocale& locale, QChar format, int precision)
{
    return QCPAxisTicker::getTickLabel(tick / m_scale, locale, format, precision);
}

TimeUnit timeUnitFor(double seconds)
{
    if (seconds <= kMostOfUnit * kMinute)
        return {1, TimeUnits::tr("seconds")};
    if (seconds <= kMostOfUnit * kHour)
        return {kMinute, TimeUnits::tr("minutes")};
    return {kHour, TimeUnits::tr("hours")};
}

} // namespace dumpscope::gui
