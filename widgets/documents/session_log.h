// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "documents/problem_list.h"

#include <QStringList>

namespace dumpscope::gui {

/// What the program did and met since it started, a line each, the last kMost of them: tasks that ended
/// and how, problems as they appear. GUI thread.
class SessionLog : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMost = 1000;

    SessionLog(TaskRunner& tasks, ProblemList& problems, QObject* parent = nullptr);

    [[nodiscard]] const QStringList& lines() const { return m_lines; }

signals:
    void added(const QString& line);

private:
    void add(const QString& what);
    void addTask(const Task& task);

    ProblemList& m_problems;
    std::size_t m_known = 0; ///< problems that are in the log
    QStringList m_lines;
};

} // namespace dumpscope::gui
