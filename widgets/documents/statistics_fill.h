// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "documents/session.h"

namespace dumpscope::gui {

/// Computes the statistics of what was opened while nothing else large is done, so that marks of NaN and Inf
/// are there for all tensors of a dump and not for those alone that were on screen. Dumps beyond a budget
/// are left to whoever asks (the table for its rows, the scan). One dump at a time, in the order of
/// execution; ends when the dump is closed or read again. GUI thread.
class StatisticsFill : public QObject {
    Q_OBJECT
public:
    static constexpr std::uint64_t kMostBytes = 256ULL << 20; ///< of values, of one dump
    static constexpr std::size_t kMostTensors = 100'000;
    /// `mustWait`: the dump still grows.
    StatisticsFill(Session& session, TaskRunner& tasks, std::function<bool(const OpenedRoot*)> mustWait,
        QObject* parent = nullptr);

    /// Some dump is waiting, or is being looked at.
    [[nodiscard]] bool isBusy() const { return !m_waiting.isEmpty() || (m_task && !m_task->isOver()); }

private:
    void add(OpenedRoot* root);
    void forget(const OpenedRoot* root);
    void step();
    void fill(OpenedRoot* root);

    Session& m_session;
    TaskRunner& m_tasks;
    std::function<bool(const OpenedRoot*)> m_mustWait;
    QList<OpenedRoot*> m_waiting;
    const OpenedRoot* m_filled = nullptr; ///< of the task
    QPointer<Task> m_task;
    DueTimer m_timer;
};

} // namespace dumpscope::gui
