// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "guide_controller.h"
#include "main_window.h"
#include "open_controller.h"
#include "screenshot.h"
#include "ui_state.h"
#include "workspace_controller.h"

#include "common/icons.h"
#include "common/numbers.h"
#include "documents/root_watch.h"
#include "documents/view_history.h"
#include "views/notice_bar.h"
#include "views/start_page.h"

#include <QApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <cstdio>

namespace {

using namespace dumpscope;
using namespace Qt::StringLiterals;

/// Long enough for core to answer; a read that hangs on a dead network drive does not keep us.
constexpr int kShutdownMs = 900;

QString stateFile(const gui::CommandLine& line, const QString& name)
{
    if (line.fresh || !line.screenshot.isEmpty())
        return {};
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u'/' + name;
}

/// What the command line asks for goes before what the user prefers; pictures do not depend on either.
void overrule(gui::Preferences& preferences, const gui::CommandLine& line)
{
    const bool isPicture = !line.screenshot.isEmpty();
    if (!line.theme.isEmpty() || isPicture)
        preferences.set(gui::Preference::Theme, line.theme.isEmpty() ? u"light"_s : line.theme);
    if (!line.language.isEmpty() || isPicture)
        preferences.set(gui::Preference::Language, line.language.isEmpty() ? u"en"_s : line.language);
}

} // namespace

int main(int argc, char* argv[])
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto line = gui::CommandLine::parse(arguments);
    if (line.exitCode) {
        std::FILE* const stream = *line.exitCode == 0 ? stdout : stderr;
        std::fprintf(stream, "%s\n", line.message.toLocal8Bit().constData());
        return *line.exitCode;
    }
    if (!line.screenshot.isEmpty()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_SCALE_FACTOR", QByteArray::number(line.scale));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"dumpscope"_s);
    QApplication::setApplicationDisplayName(u"Dumpscope"_s);
    QApplication::setApplicationVersion(QStringLiteral(DUMPSCOPE_VERSION));
    QApplication::setWindowIcon(gui::applicationIcon());

    auto formats = std::make_shared<core::FormatRegistry>();
    core::registerBuiltinFormats(*formats);
    gui::Services services(std::move(formats));
    // What the command line overrules must not become the user's preference.
    const bool keepsPreferences = line.theme.isEmpty() && line.language.isEmpty();
    gui::Preferences preferences(keepsPreferences ? stateFile(line, u"preferences.ini"_s) : QString());
    overrule(preferences, line);
    gui::followPreferences(preferences, services.actions);
    gui::UiState state(stateFile(line, u"state.ini"_s));
    gui::MainWindow window(services);
    gui::WorkspaceController workspace(services, window, stateFile(line, u"autosave.dumpscope"_s));
    gui::OpenController opening(services, window, workspace, state);
    gui::GuideController guide(services, window, preferences);
    auto* const start = new gui::StartPage(services.actions);
    window.setStartPage(start);
    const auto showRecent = [&state, start] {
        QList<gui::RecentEntry> entries;
        for (const QString& path : state.recent()) {
            gui::RecentEntry entry;
            entry.paths = QStringList {path};
            entry.isReachable = QFileInfo::exists(path);
            entries.append(entry);
        }
        start->setRecent(entries);
    };
    showRecent();
    QObject::connect(&opening, &gui::OpenController::recentChanged, start, showRecent);
    QObject::connect(start, &gui::StartPage::openRequested, &opening, &gui::OpenController::open);
    QObject::connect(start, &gui::StartPage::compareRequested, &opening, &gui::OpenController::open);
    QObject::connect(start, &gui::StartPage::sampleRequested, &opening, [&opening] {
        const QString sample = gui::OpenController::sampleFolder();
        opening.open({sample + u"/target"_s, sample + u"/golden"_s});
    });
    QObject::connect(start, &gui::StartPage::helpRequested, &guide, &gui::GuideController::showHelp);
    const auto viewPanel = [&window]() -> gui::Panel* {
        const gui::PanelDock* const dock = window.dock("tensor-view");
        return dock ? dock->panel() : nullptr;
    };
    gui::ViewHistory history(
        services.session, services.selection,
        [&] { return viewPanel() ? viewPanel()->saveView() : QJsonObject(); },
        [&](const QJsonObject& view) {
            if (viewPanel())
                viewPanel()->restoreView(view);
        });
    services.actions.handle(
        "go.back", &window, [&] { history.goBack(); }, [&] { return history.canGoBack(); });
    services.actions.handle(
        "go.forward", &window, [&] { history.goForward(); }, [&] { return history.canGoForward(); });
    QObject::connect(&history, &gui::ViewHistory::changed, &services.actions, &gui::ActionRegistry::refresh);

    gui::RootWatch watch(services.session, services.tasks);
    QObject::connect(&watch, &gui::RootWatch::changed, &window, [&](gui::OpenedRoot* root, qint64 files) {
        window.notice().show(files > 0 ? gui::MainWindow::tr("%1 new files.").arg(gui::groupedNumber(files))
                                       : gui::MainWindow::tr("%1 changed on disk.").arg(root->title()),
            gui::MainWindow::tr("Reload"), [&services, root = QPointer(root)] {
                if (root)
                    services.session.rescan(root);
            });
    });

    window.resize(line.size);
    state.restore(window);
    QObject::connect(&window, &gui::MainWindow::closing, &window, [&] {
        state.save(window);
        workspace.forgetAutosave();
    });
    std::unique_ptr<gui::Screenshot> screenshot;
    if (!line.screenshot.isEmpty())
        screenshot = std::make_unique<gui::Screenshot>(services, window, line);
    else if (line.paths.isEmpty())
        workspace.recover();
    opening.open(line.paths);
    window.show();
    const int code = QApplication::exec();
    if (!services.tasks.shutdown(kShutdownMs))
        std::_Exit(code);
    return code;
}
