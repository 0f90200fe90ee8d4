// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/due_timer.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

QList<const DueTimer*>& allDueTimers()
{
    static QList<const DueTimer*> timers;
    return timers;
}

} // namespace

DueTimer::DueTimer(QObject* parent)
    : QTimer(parent)
{
    allDueTimers().append(this);
}

DueTimer::~DueTimer()
{
    allDueTimers().removeOne(this);
}

bool DueTimer::isAnyActive()
{
    return std::ranges::any_of(allDueTimers(), [](const DueTimer* timer) { return timer->isActive(); });
}

} // namespace dumpscope::gui
