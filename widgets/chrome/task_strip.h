// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

namespace dumpscope::gui {

/// The task that takes longest, in the status bar: what, how far, how long, and a way to stop it.
/// Nothing is shown of tasks below 300 ms. A click opens the list of all tasks with the last ten.
class TaskStrip : public QWidget {
    Q_OBJECT
public:
    explicit TaskStrip(TaskRunner& tasks, QWidget* parent = nullptr);
    /// Shows the tasks of another runner, too, such as what takes as long as a program does. It outlives
    /// this.
    void follow(TaskRunner& tasks);
    /// The list of tasks, beside the strip; also when nothing runs.
    void openList();
    /// To those who do not see the window.
    void announce(const QString& sentence);
    /// What is shown, for announcing and tests.
    [[nodiscard]] QString text() const;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void update();
    void ended(const Task* task);
    void say(const QString& sentence);
    void retranslate();
    [[nodiscard]] QList<Task*> running() const;
    [[nodiscard]] Task* longest() const;
    /// What is being done, for as long as the numbers stand still; else empty.
    [[nodiscard]] QString standstill(const core::Progress::Snapshot& now);

    QList<TaskRunner*> m_runners;
    QPointer<Task> m_shown;
    QLabel *m_title, *m_counts;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    QTimer m_timer, m_message;
    core::Progress::Snapshot m_seen; ///< when it moved last
    QElapsedTimer m_moved;
};

} // namespace dumpscope::gui
