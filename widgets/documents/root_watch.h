// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <map>

namespace dumpscope::gui {

/// Notices that folders of opened roots changed while the program runs. Watches at most kFolders of a
/// root, the ones nearest to its top; archives and single files are not watched. GUI thread.
class RootWatch : public QObject {
    Q_OBJECT
public:
    static constexpr int kFolders = 1024;
    RootWatch(Session& session, TaskRunner& tasks, QObject* parent = nullptr);

signals:
    /// `files` more (or, negative, fewer) than the index knows; 0 when some were replaced.
    void changed(dumpscope::gui::OpenedRoot* root, qint64 files);

private:
    void watch(OpenedRoot* root);
    void watchSome();
    void count(OpenedRoot* root);

    Session& m_session;
    TaskRunner& m_tasks;
    QFileSystemWatcher m_watcher;
    QHash<QString, QPointer<OpenedRoot>> m_rootOfFolder;
    QStringList m_waiting; ///< to be watched; those of closed roots are known to nobody
    QTimer m_goOn;
    QSet<OpenedRoot*> m_dirty;
    QTimer m_settle; ///< a dump writes many files; look once it pauses
};

} // namespace dumpscope::gui
