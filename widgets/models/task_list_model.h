// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"

#include <QAbstractTableModel>
#include <QTimer>

namespace dumpscope::gui {

/// How far a task is, in words: "1 468 of 2 368 · 120/s · 4 s". Empty while nothing can be said.
[[nodiscard]] QString taskProgressText(const Task& task);
/// Seconds the task still needs, by its speed so far; negative while unknown.
[[nodiscard]] double taskSecondsLeft(const Task& task);

/// Running tasks, the newest first, then those that ended last. GUI thread.
class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Title, State, kColumns };
    explicit TaskListModel(const QList<TaskRunner*>& runners, QObject* parent = nullptr);
    explicit TaskListModel(TaskRunner& tasks, QObject* parent = nullptr)
        : TaskListModel(QList {&tasks}, parent)
    {
    }
    [[nodiscard]] Task* at(int row) const { return m_rows.value(row); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void rebuild();

    const QList<TaskRunner*> m_runners;
    QList<QPointer<Task>> m_rows;
    QTimer m_timer;
};

} // namespace dumpscope::gui
