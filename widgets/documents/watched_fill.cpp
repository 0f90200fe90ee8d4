// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/watched_fill.h"

#include "summary/watched_outputs.h"

namespace dumpscope::gui {

WatchedFill::WatchedFill(Session& session, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
{
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        forget(root);
        if (root->state() == OpenedRoot::State::Ready && root->index()->watched() != nullptr)
            fill(root);
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, &WatchedFill::forget);
}

void WatchedFill::forget(const OpenedRoot* root)
{
    if (Task* const task = m_running.take(root))
        task->cancel();
}

void WatchedFill::fill(OpenedRoot* root)
{
    using Outputs = std::vector<core::WatchedOutput>;
    m_running.insert(root,
        m_tasks.start<Outputs>(
            Lane::Bulk, tr("Comparing watched outputs of %1").arg(root->title()), root,
            [index = root->index()](core::TaskContext& task, const TaskRunner::Post&) {
                return core::watchedOutputs(index, task);
            },
            [root, table = root->table()](const core::Result<Outputs>& outputs) {
                if (!outputs || root->table() != table)
                    return; // stopped, or it was read again
                core::setWatched(*table, *outputs);
                std::vector<core::TensorId> rows;
                for (const core::WatchedOutput& output : *outputs) {
                    for (const core::WatchedOutput::Look& look : output.looks)
                        rows.push_back(look.tensor);
                }
                emit root->statisticsChanged(rows);
            }));
}

} // namespace dumpscope::gui
