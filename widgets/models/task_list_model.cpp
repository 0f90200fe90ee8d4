// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/task_list_model.h"

#include "common/cell_roles.h"
#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/plain_text.h"

namespace dumpscope::gui {

namespace {

constexpr int kRefreshMs = 250;
constexpr double kWorthAGuess = 0.02;

} // namespace

double taskSecondsLeft(const Task& task)
{
    const double fraction = task.progress().fraction;
    if (fraction < kWorthAGuess)
        return -1;
    return static_cast<double>(task.elapsedMs()) / 1000 * (1 - fraction) / fraction;
}

QString taskProgressText(const Task& task)
{
    const core::Progress::Snapshot now = task.progress();
    QStringList words;
    if (now.total > 0)
        words.append(TaskListModel::tr("%1 of %2")
                         .arg(groupedNumber(static_cast<qint64>(std::min(now.done, now.total))),
                             groupedNumber(static_cast<qint64>(now.total))));
    else if (now.done > 0)
        words.append(groupedNumber(static_cast<qint64>(now.done)));
    const double seconds = static_cast<double>(task.elapsedMs()) / 1000;
    if (now.done > 0 && seconds > 0.5)
        words.append(
            TaskListModel::tr("%1/s").arg(groupedNumber(qRound64(static_cast<double>(now.done) / seconds))));
    if (const double left = taskSecondsLeft(task); left >= 1)
        words.append(duration(qRound64(left * 1000)));
    return words.join(QStringLiteral(" · "));
}

TaskListModel::TaskListModel(const QList<TaskRunner*>& runners, QObject* parent)
    : QAbstractTableModel(parent)
    , m_runners(runners)
{
    for (TaskRunner* const tasks : runners) {
        connect(tasks, &TaskRunner::started, this, &TaskListModel::rebuild);
        connect(tasks, qOverload<Task*>(&TaskRunner::ended), this, &TaskListModel::rebuild);
    }
    m_timer.setInterval(kRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, State), index(rowCount() - 1, State));
    });
    rebuild();
}

void TaskListModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    for (const TaskRunner* const tasks : m_runners) {
        const QList<Task*> running = tasks->running();
        for (auto task = running.rbegin(); task != running.rend(); ++task)
            m_rows.append(*task);
    }
    const bool isIdle = m_rows.isEmpty();
    for (const TaskRunner* const tasks : m_runners) {
        for (Task* task : tasks->ended())
            m_rows.append(task);
    }
    endResetModel();
    isIdle ? m_timer.stop() : m_timer.start();
}

int TaskListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TaskListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant TaskListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Task* const task = m_rows[index.row()];
    if (!task)
        return {};
    if (index.column() == Title) {
        if (role == Qt::DisplayRole)
            return shownName(task->title());
        if (role != StateRole)
            return {};
        switch (task->state()) {
        case Task::State::Done:
            return static_cast<int>(gui::State::Pass);
        case Task::State::Failed:
            return static_cast<int>(gui::State::Fail);
        case Task::State::Cancelled:
            return static_cast<int>(gui::State::NotComparable);
        default:
            return static_cast<int>(gui::State::Running);
        }
    }
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (!task->isOver())
        return taskProgressText(*task);
    if (task->state() == Task::State::Cancelled)
        return tr("cancelled");
    if (task->state() == Task::State::Failed)
        return tr("failed");
    const QString took = duration(task->elapsedMs());
    return task->outcome().isEmpty() ? took : QString(task->outcome() + QStringLiteral(" · ") + took);
}

} // namespace dumpscope::gui
