// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "common/numbers.h"
#include "views/notice_bar.h"
#include "views/start_page.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const core::FormatRegistry> builtinFormats()
{
    auto formats = std::make_shared<core::FormatRegistry>();
    core::registerBuiltinFormats(*formats);
    return formats;
}

} // namespace

Program::Program(const Files& files)
    : services(builtinFormats(), files.preferences, files.overruled)
    , state(files.state)
    , window(services)
    , workspace(services, window, files.autosaveFolder)
    , opening(services, window, workspace, state)
    , comparing(services, window)
    , guide(services, window)
    , history(
          services.session, services.selection,
          [this] { return tensorView() ? tensorView()->saveView() : QJsonObject(); },
          [this](const QJsonObject& view) {
              if (tensorView())
                  tensorView()->restoreView(view);
          })
    , watch(services.session, services.tasks)
{
    ActionRegistry& actions = services.actions;
    actions.handle(
        "go.back", &window, [this] { history.goBack(); }, [this] { return history.canGoBack(); });
    actions.handle(
        "go.forward", &window, [this] { history.goForward(); }, [this] { return history.canGoForward(); });
    connect(&history, &ViewHistory::changed, &actions, &ActionRegistry::refresh);
    connect(&watch, &RootWatch::changed, this, &Program::offerReload);
    connect(&window, &MainWindow::closing, this, [this] {
        state.save(window);
        workspace.forgetAutosave();
    });
    addStartPage();
    tellCrashes(files.crashFolder);
}

void Program::tellCrashes(const QString& folder)
{
    if (folder.isEmpty())
        return;
    QDir reports(folder);
    const QStringList unseen = reports.entryList({u"crash-*.txt"_s}, QDir::Files, QDir::Time);
    if (unseen.isEmpty())
        return;
    for (const QString& name : unseen)
        reports.rename(name, u"seen-"_s + name);
    window.notice().show(MainWindow::tr("Dumpscope crashed last time. The report holds no personal data: %1")
                             .arg(reports.filePath(u"seen-"_s + unseen.front())),
        MainWindow::tr("Show folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
}

void Program::addStartPage()
{
    auto* const start = new StartPage(services.actions);
    window.setStartPage(start);
    const auto showRecent = [this, start] {
        QList<RecentEntry> entries;
        for (const QString& path : state.recent()) {
            RecentEntry entry;
            entry.paths = QStringList {path};
            entry.isReachable = QFileInfo::exists(path);
            entries.append(entry);
        }
        start->setRecent(entries);
    };
    showRecent();
    connect(&opening, &OpenController::recentChanged, start, showRecent);
    connect(start, &StartPage::openRequested, &opening, &OpenController::open);
    connect(start, &StartPage::compareRequested, &opening, &OpenController::open);
    connect(start, &StartPage::sampleRequested, &opening,
        [this] { opening.open(OpenController::samplePaths()); });
    connect(start, &StartPage::helpRequested, &guide, &GuideController::showHelp);
}

void Program::offerReload(OpenedRoot* root, qint64 files)
{
    window.notice().show(files > 0 ? MainWindow::tr("%1 new files.").arg(groupedNumber(files))
                                   : MainWindow::tr("%1 changed on disk.").arg(root->title()),
        MainWindow::tr("Reload"), [this, root = QPointer(root)] {
            if (root)
                services.session.rescan(root);
        });
}

Panel* Program::tensorView() const
{
    const PanelDock* const dock = window.dock("tensor-view");
    return dock ? dock->panel() : nullptr;
}

} // namespace dumpscope::gui
