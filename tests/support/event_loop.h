// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <functional>

namespace dumpscope::test {

/// Lets the event loop run until `isDone`, and does `act` every `everyMs` milliseconds meanwhile. False: not
/// within the time given.
inline bool spinUntil(const std::function<bool()>& isDone, const std::function<void(int)>& act = {},
    int mostMs = 120'000, int everyMs = 25)
{
    QElapsedTimer clock;
    clock.start();
    QTimer hand;
    int number = 0;
    if (act) {
        QObject::connect(&hand, &QTimer::timeout, &hand, [&] { act(number++); });
        hand.start(everyMs);
    }
    while (!isDone()) {
        if (clock.elapsed() > mostMs)
            return false;
        QTest::qWait(1);
    }
    return true;
}

/// Lets it run until `isSo` held for `ms` milliseconds on end. Only for what timers begin later, of which
/// nothing tells that it is still to come.
inline bool spinUntilSteady(const std::function<bool()>& isSo, int ms, int mostMs = 120'000)
{
    QElapsedTimer since;
    since.start();
    const auto isSteady = [&] {
        if (!isSo())
            since.restart();
        return since.elapsed() > ms;
    };
    return spinUntil(isSteady, {}, mostMs);
}

/// Handles events until none is left: layouts, paints, deletions and what was put off to the next turn, but
/// no timer that is still to run out.
inline void handleEvents()
{
    // Not every dispatcher counts timers that ran out, and something may begin anew in every turn.
    constexpr int kIdleTurns = 10, kMostTurns = 100;
    int idle = 0;
    for (int turn = 0; idle < kIdleTurns && turn < kMostTurns; ++turn) {
        const bool isAny = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        idle = isAny ? 0 : idle + 1;
    }
}

} // namespace dumpscope::test
