// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture_controller.h"
#include "comparison_controller.h"
#include "guide_controller.h"
#include "main_window.h"
#include "open_controller.h"
#include "reproducer_controller.h"
#include "services.h"
#include "ui_state.h"
#include "workspace_controller.h"

#include "documents/root_watch.h"
#include "documents/statistics_fill.h"
#include "documents/view_history.h"
#include "documents/watched_fill.h"

namespace dumpscope::gui {

/// Everything between the command line and the event loop, wired up: `main` and the tests make one.
class Program : public QObject {
    Q_OBJECT
public:
    /// Where things are kept; empty: nowhere.
    struct Files {
        QString preferences, state, autosaveFolder, crashFolder = {};
        QList<std::pair<Preference, QVariant>> overruled = {}; ///< goes before the preferences
    };
    explicit Program(const Files& files);

    Services services;
    UiState state;
    MainWindow window;
    WorkspaceController workspace;
    OpenController opening;
    ComparisonController comparing;
    CaptureController capturing;
    ReproducerController reproducing;
    GuideController guide;
    ViewHistory history;
    RootWatch watch;
    StatisticsFill fill;
    WatchedFill watchedFill;

private:
    void addStartPage();
    void reportCrashes(const QString& folder);
    void offerReload(OpenedRoot* root, qint64 files);
    void offerRest(OpenedRoot* root);
    void offerReopen(const OpenedRoot* root);
    [[nodiscard]] Panel* tensorView() const;

    QString m_restOffered; ///< what the notice says of a partial dump
};

} // namespace dumpscope::gui
