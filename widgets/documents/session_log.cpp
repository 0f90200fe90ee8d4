// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/session_log.h"

#include "common/core_sentences.h"

#include <QTime>

#include <algorithm>

namespace dumpscope::gui {

SessionLog::SessionLog(TaskRunner& tasks, ProblemList& problems, QObject* parent)
    : QObject(parent)
    , m_problems(problems)
{
    connect(&tasks, qOverload<Task*>(&TaskRunner::ended), this, [this](const Task* task) { addTask(*task); });
    connect(&problems, &ProblemList::changed, this, [this] {
        const auto& all = m_problems.problems();
        // Fewer than before: those of a root that was closed or read again are gone.
        m_known = std::min(m_known, all.size());
        for (; m_known < all.size(); ++m_known) {
            const core::Diagnostic& problem = all[m_known].diagnostic;
            add(QStringLiteral("%1: %2").arg(
                QString::fromStdString(problem.place.file), coreWords(problem.message)));
        }
    });
}

void SessionLog::add(const QString& what)
{
    const QString line
        = QTime::currentTime().toString(QStringLiteral("HH:mm:ss.zzz")) + QStringLiteral("  ") + what;
    m_lines.append(line);
    if (m_lines.size() > kMost)
        m_lines.removeFirst();
    emit added(line);
}

void SessionLog::addTask(const Task& task)
{
    const QString how = task.state() == Task::State::Cancelled ? tr("cancelled")
        : task.state() == Task::State::Failed                  ? tr("failed")
                                                               : tr("done");
    add(tr("%1: %2 after %3 ms").arg(task.title(), how).arg(task.elapsedMs()));
}

} // namespace dumpscope::gui
