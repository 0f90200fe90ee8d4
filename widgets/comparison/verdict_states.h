// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "comparison/comparisons.h"
#include "documents/tensor_states.h"

#include <QPointer>

namespace dumpscope::gui {

/// Marks the tensors of both sides of the comparison in front with their verdicts, while these arrive. GUI
/// thread.
class VerdictStates : public QObject {
    Q_OBJECT
public:
    VerdictStates(
        Comparisons& comparisons, TensorStates& states, TaskRunner& tasks, QObject* parent = nullptr);

private:
    void watch();
    void read();

    Comparisons& m_comparisons;
    TensorStates& m_states;
    TaskRunner& m_tasks;
    QPointer<ComparisonDocument> m_watched;
    LatestOnly m_reading;
    DueTimer m_due;
};

} // namespace dumpscope::gui
