// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/delivery_queue.h"

#include <QElapsedTimer>

#include <utility>

namespace dumpscope::gui {

namespace {
/// So much is delivered in one turn of the event loop, for it is laid out and painted in the same one.
constexpr qint64 kTurnNs = 3'000'000;
/// Until the next turn: input, timers and paint come first.
constexpr int kPauseMs = 1;
} // namespace

DeliveryQueue::DeliveryQueue(QObject* parent)
    : QObject(parent)
{
    m_nextTurn.setSingleShot(true);
    m_nextTurn.setTimerType(Qt::PreciseTimer);
    connect(&m_nextTurn, &QTimer::timeout, this, &DeliveryQueue::deliverSome);
}

void DeliveryQueue::handOver(std::function<void()> function)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(function));
    if (std::exchange(m_isAwake, true))
        return;
    // What came just before may have filled this turn.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!m_nextTurn.isActive())
                deliverSome();
        },
        Qt::QueuedConnection);
}

void DeliveryQueue::deliverSome()
{
    // Whoever is called may run an event loop of its own, in which the rest has to come.
    m_nextTurn.start(kPauseMs);
    QElapsedTimer clock;
    clock.start();
    do {
        std::function<void()> next;
        {
            const std::lock_guard lock(m_mutex);
            m_isAwake = !m_waiting.empty();
            if (!m_isAwake)
                break;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        next();
    } while (clock.nsecsElapsed() < kTurnNs);
    if (clock.nsecsElapsed() < kTurnNs)
        m_nextTurn.stop(); // nothing is left
}

} // namespace dumpscope::gui
