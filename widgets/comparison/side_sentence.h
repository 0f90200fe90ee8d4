// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "documents/session.h"
#include "kit/wrapped_label.h"

namespace dumpscope::gui {

/// What a dump is, in one sentence: its kind, how much it holds, or why it cannot be read.
class SideSentence : public WrappedLabel {
    Q_OBJECT
public:
    SideSentence(TaskRunner& tasks, QWidget* parent);

    /// Null: none is chosen.
    void show(const OpenedRoot* root);

private:
    void summarise();

    TaskRunner& m_tasks;
    QPointer<const OpenedRoot> m_root;
    LatestOnly m_summary;
};

} // namespace dumpscope::gui
