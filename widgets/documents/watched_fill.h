// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QHash>

namespace dumpscope::gui {

/// Compares the dumps of watched outputs of what was opened, for the columns of its table that say what that
/// gave (docs/contract.md 3 `watched`). Dumps without such outputs cost nothing. GUI thread.
class WatchedFill : public QObject {
    Q_OBJECT
public:
    WatchedFill(Session& session, TaskRunner& tasks, QObject* parent = nullptr);

private:
    void fill(OpenedRoot* root);
    void forget(const OpenedRoot* root);

    TaskRunner& m_tasks;
    QHash<const OpenedRoot*, QPointer<Task>> m_running;
};

} // namespace dumpscope::gui
