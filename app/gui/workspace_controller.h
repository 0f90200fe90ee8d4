// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection_memory.h"
#include "documents/workspace.h"
#include "services.h"

#include <QTimer>

#include <memory>

class QLockFile;

namespace dumpscope::gui {

class MainWindow;

/// Saves and opens the workspace, keeps a copy of unsaved work, brings it back after a crash.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    /// Unsaved work is kept in a file of this process in `autosaveFolder`; empty: nothing is kept.
    WorkspaceController(
        Services& services, MainWindow& window, QString autosaveFolder, QObject* parent = nullptr);
    ~WorkspaceController() override;

    void load(const QString& file);
    /// As a file of this content (readWorkspaceText).
    void showText(const QString& text);
    void apply(const Workspace& workspace);
    /// Offers what the last window left that ended unexpectedly, not what other running programs keep; false
    /// if there was nothing. The offer goes when something else is opened; dismissed, it is not made again.
    bool recover();
    /// After a clean end there is nothing to recover.
    void forgetAutosave();
    [[nodiscard]] Workspace current() const;
    /// Writes unsaved work now; it happens twice a minute by itself.
    void autosave();

signals:
    /// A workspace could not be read or written; the window says so by itself.
    void failed(const core::Error& why);

private:
    void save(const QString& file);
    void restore(const QString& file);
    static void setAside(const QString& file);
    void chooseFile();
    [[nodiscard]] QString suggestedFile() const;
    /// The state that a line of dumpscope-cli is about (reopened_command.h).
    void reopen(const QString& line);
    void copyWindow();
    void restoreSelection();
    void showRoot(OpenedRoot* root);
    void report(const core::Error& error);

    Services& m_services;
    MainWindow& m_window;
    void keepIn(const QString& autosaveFile, std::unique_ptr<QLockFile> lock);
    QString m_autosaveFolder, m_autosaveFile, m_file;
    SelectionMemory m_names;
    QPointer<OpenedRoot> m_wanted;     ///< of the last command, while it is being read
    std::unique_ptr<QLockFile> m_lock; ///< says that the autosave file is in use
    QByteArray m_autosaved;
    Workspace m_waiting; ///< its selection is applied when the root is read
    QTimer m_timer;
};

} // namespace dumpscope::gui
