// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "graph/level_layouter.h"
#include "graph/shown_graph.h"

namespace dumpscope::gui {

/// Lays out the graph that is shown as it is folded, in the background; the newest request wins. GUI thread.
class PictureMaker : public QObject {
    Q_OBJECT
public:
    PictureMaker(const ShownGraph& shown, TaskRunner& tasks, std::shared_ptr<LevelLayouter> layouter)
        : m_shown(shown)
        , m_tasks(tasks)
        , m_layouter(std::move(layouter))
    {
    }

    void start();
    void cancel() { m_slot.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_slot.task() && !m_slot.task()->isOver(); }

signals:
    /// Of the graph that is shown now.
    void made(const std::shared_ptr<const core::GraphPicture>& picture);

private:
    const ShownGraph& m_shown;
    TaskRunner& m_tasks;
    std::shared_ptr<LevelLayouter> m_layouter;
    LatestOnly m_slot;
};

} // namespace dumpscope::gui
