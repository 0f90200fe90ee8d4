// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <mutex>

namespace dumpscope::gui {

/// Calls functions on the thread it lives on, in the order in which they were handed over. Where that takes
/// long they come in several turns of the event loop: results that arrive together do not hold up whoever
/// uses the window.
class DeliveryQueue : public QObject {
    Q_OBJECT
public:
    explicit DeliveryQueue(QObject* parent = nullptr);

    /// For any thread.
    void handOver(std::function<void()> function);

private:
    void deliverSome();

    std::mutex m_mutex;
    std::deque<std::function<void()>> m_waiting;
    bool m_isAwake = false; ///< a turn for what waits comes by itself
    QTimer m_nextTurn;
};

} // namespace dumpscope::gui
