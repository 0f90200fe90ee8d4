// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/workspace.h"
#include "services.h"

#include <QTimer>

namespace dumpscope::gui {

class MainWindow;

/// Saves and opens the workspace, keeps a copy of unsaved work, brings it back after a crash.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    /// `autosaveFile` empty: nothing is kept.
    WorkspaceController(
        Services& services, MainWindow& window, QString autosaveFile, QObject* parent = nullptr);

    void load(const QString& file);
    /// Opens what a crashed session left; false if there was nothing.
    bool recover();
    /// After a clean end there is nothing to recover.
    void forgetAutosave();
    [[nodiscard]] Workspace current() const;

private:
    void save(const QString& file);
    void chooseFile();
    void apply(const Workspace& workspace);
    void restoreSelection();
    void autosave();
    void report(const core::Error& error);

    Services& m_services;
    MainWindow& m_window;
    QString m_autosaveFile, m_file;
    QByteArray m_autosaved;
    Workspace m_waiting; ///< its selection is applied when the root is read
    QTimer m_timer;
};

} // namespace dumpscope::gui
