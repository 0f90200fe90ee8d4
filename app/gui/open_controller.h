// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"
#include "kit/recent_list.h"
#include "services.h"
#include "ui_state.h"
#include "workspace_controller.h"

#include <QSet>

namespace dumpscope::gui {

class MainWindow;

/// Everything that opens something: dialogs, drops, the recent list, the command line, the sample.
class OpenController : public QObject {
    Q_OBJECT
public:
    OpenController(Services& services, MainWindow& window, WorkspaceController& workspace, UiState& state,
        QObject* parent = nullptr);

    /// Folders, files, archives and workspaces. Two at once are compared: target, then golden. Of more the
    /// last is offered as the golden of all others.
    void open(const QStringList& paths);
    /// The same of what was dropped or chosen, but two dumps fill the sheet that starts a comparison.
    void openChosen(const QStringList& paths);
    /// The same from the list of recent ones: into an empty window as they were left. Two are compared at
    /// once, and a line offers the sheet.
    void openRecent(const QStringList& paths);
    /// The sheet that starts a comparison; `paths`: its target, or target and golden.
    void chooseSides(const QStringList& paths = {});
    /// With what is known of them, newest first.
    [[nodiscard]] QList<RecentEntry> recent() const;
    /// Target and golden of the bundled sample, folders or archives; empty if it is not installed.
    [[nodiscard]] static QStringList samplePaths();

signals:
    void recentChanged();

private:
    void showRecent();
    void keepView();
    void remember(const QStringList& paths);
    void openDumps(const QStringList& paths);
    void sayCompared(const QStringList& paths);
    void openEither(const QString& path);
    void showConfiguration(const QString& path);
    void openProfile(const QString& path);
    void openLimits(const QString& path);
    void offerComparison(const QList<OpenedRoot*>& added);
    void openBundle(const QString& path);
    void choose();
    [[nodiscard]] QStringList knownHosts() const;
    void chooseThere();
    [[nodiscard]] QString lastFolder() const;
    void addGolden();
    void keepFacts(const ComparisonDocument* document);

    Services& m_services;
    MainWindow& m_window;
    WorkspaceController& m_workspace;
    UiState& m_state;
    std::shared_ptr<const core::ConfigKinds> m_kinds;
    QSet<const OpenedRoot*> m_arriving; ///< opened from here and not read yet
};

} // namespace dumpscope::gui
