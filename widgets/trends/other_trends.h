// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "documents/session.h"
#include "trend/trend_run.h"
#include "trends/trend_lines.h"

#include <QPointer>

#include <string>
#include <vector>

namespace dumpscope::gui {

/// Further dumps that are open beside the one that is shown, and one figure of each, for lines over each
/// other. Nothing but recorded figures is read. GUI thread.
class OtherTrends : public QObject {
    Q_OBJECT
public:
    OtherTrends(Session& session, TaskRunner& tasks, QObject* parent);

    /// Reads a figure of all but `shown`; runs that are known stay.
    void read(const OpenedRoot* shown, const std::string& figure);
    [[nodiscard]] bool isReading() const { return m_reading.task() && !m_reading.task()->isOver(); }
    /// The same row of each of them, one line a rank.
    [[nodiscard]] std::vector<TrendLines::Line> lines(const core::TrendRow& row) const;

signals:
    void changed();

private:
    struct Other {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::DumpIndex> index;
        std::shared_ptr<const core::TrendRun> run;       ///< null: several runs in one
        std::shared_ptr<const core::TrendColumn> figure; ///< null: as above, or not read yet
    };
    static core::Result<std::vector<Other>> figuresOf(
        std::vector<Other> others, const std::string& figure, core::TaskContext& task);

    Session& m_session;
    TaskRunner& m_tasks;
    LatestOnly m_reading;
    std::vector<Other> m_others;
};

} // namespace dumpscope::gui
