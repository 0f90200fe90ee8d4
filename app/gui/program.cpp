// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "chrome/start_page.h"
#include "common/numbers.h"
#include "documents/first_non_finite.h"
#include "kit/notice_bar.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QTimer>
#include <QUrl>

#include <algorithm>

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
    , capturing(services, window)
    , reproducing(services, window)
    , guide(services, window)
    , history(
          services.session, services.selection,
          [this] { return tensorView() ? tensorView()->saveView() : QJsonObject(); },
          [this](const QJsonObject& view) {
              if (tensorView())
                  tensorView()->restoreView(view);
          })
    , watch(services.session, services.tasks)
    , fill(services.session, services.tasks,
          [&run = services.capture.run()](
              const OpenedRoot* root) { return run.isActive() && run.dump().root() == root; })
    , watchedFill(services.session, services.tasks)
{
    ActionRegistry& actions = services.actions;
    actions.handle(
        "go.back", &window, [this] { history.goBack(); }, [this] { return history.canGoBack(); });
    actions.handle(
        "go.forward", &window, [this] { history.goForward(); }, [this] { return history.canGoForward(); });
    connect(&history, &ViewHistory::changed, &actions, &ActionRegistry::refresh);
    connect(&watch, &RootWatch::changed, this, &Program::offerReload);
    connect(&services.session, &Session::rootAboutToBeRemoved, this, &Program::offerReopen);
    connect(&services.session, &Session::rootChanged, this, &Program::offerRest);
    connect(&window, &MainWindow::closing, this, [this] {
        state.save(window);
        workspace.forgetAutosave();
    });
    FirstNonFinite::of(services.session).scanByItself(services.tasks, [this](const OpenedRoot* root) {
        const CaptureRun& run = services.capture.run();
        return (run.isActive() && run.dump().root() == root) || services.comparisons.isCompared(root);
    });
    addStartPage();
    reportCrashes(files.crashFolder);
}

void Program::reportCrashes(const QString& folder)
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
    const auto showRecent = [this, start] { start->setRecent(opening.recent()); };
    showRecent();
    connect(&opening, &OpenController::recentChanged, start, showRecent);
    connect(start, &StartPage::openRequested, &opening, &OpenController::openRecent);
    connect(start, &StartPage::compareRequested, &opening, &OpenController::openRecent);
    connect(start, &StartPage::sidesDropped, &opening, &OpenController::chooseSides);
    connect(start, &StartPage::sampleRequested, &opening, [this] {
        if (const QStringList paths = OpenController::samplePaths(); !paths.isEmpty())
            opening.open(paths);
        else
            window.say(tr("The sample is not installed beside the program."));
    });
    connect(start, &StartPage::helpRequested, &guide, &GuideController::showHelp);
    CaptureSetup& setup = services.capture.setup();
    connect(&setup, &CaptureSetup::devicesChanged, start,
        [&setup, start] { start->setDevices(setup.devices(), setup.isLooking()); });
    connect(start, &StartPage::devicesWanted, &setup, &CaptureSetup::findDevices);
}

void Program::offerReload(OpenedRoot* root, qint64 files)
{
    if (services.capture.isLive(root))
        return; // it is read again as it grows
    if (services.preferences.text(Preference::NewFiles) == "live"_L1) {
        services.session.rescan(root);
        return;
    }
    window.notice().show(files > 0 ? MainWindow::tr("New files: %1.").arg(groupedNumber(files))
                                   : MainWindow::tr("%1 changed on disk.").arg(root->title()),
        MainWindow::tr("Reload"), [this, root = QPointer(root)] {
            if (root)
                services.session.rescan(root);
        });
}

/// Only a part was read; what is missing is one press away.
void Program::offerRest(OpenedRoot* root)
{
    if (root->state() != OpenedRoot::State::Ready)
        return;
    if (!root->isPartial()) {
        if (!m_restOffered.isEmpty() && window.notice().text() == m_restOffered)
            window.notice().hide();
        return;
    }
    m_restOffered = MainWindow::tr("%1 is partial: %2 of %3 files were read.")
                        .arg(root->title(), groupedNumber(static_cast<qint64>(root->readFiles())),
                            groupedNumber(static_cast<qint64>(root->files())));
    window.notice().show(m_restOffered, MainWindow::tr("Continue"), [this, root = QPointer(root)] {
        if (root)
            services.session.resume(root);
    });
}

/// Instead of asking before.
void Program::offerReopen(const OpenedRoot* root)
{
    constexpr int kOfferMs = 10'000;
    const QString sentence = MainWindow::tr("%1 is closed.").arg(root->title());
    const auto reopen
        = [this, path = root->path(), side = root->side()] { services.session.open(path)->setSide(side); };
    // Once it is closed: the layout that is kept then is one without the sentence.
    QMetaObject::invokeMethod(
        &window,
        [this, sentence, reopen] { window.notice().show(sentence, MainWindow::tr("Reopen"), reopen); },
        Qt::QueuedConnection);
    QTimer::singleShot(kOfferMs, &window, [this, sentence] {
        if (window.notice().text() == sentence)
            window.notice().hide();
    });
}

Panel* Program::tensorView() const
{
    const PanelDock* const dock = window.dock("tensor-view");
    return dock ? dock->panel() : nullptr;
}

} // namespace dumpscope::gui
