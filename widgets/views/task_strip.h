// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"

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
    /// The list of tasks, beside the strip; also when nothing runs.
    void openList();
    /// What is shown, for announcing and tests.
    [[nodiscard]] QString text() const;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void update();
    void ended(const Task* task);
    void say(const QString& sentence);
    void retranslate();
    [[nodiscard]] Task* longest() const;

    TaskRunner& m_tasks;
    QPointer<Task> m_shown;
    QLabel *m_title, *m_counts;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    QTimer m_timer, m_message;
};

} // namespace dumpscope::gui
