// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "program.h"
#include "remote_hosts.h"
#include "screen_fit.h"
#include "startup_actions.h"

#include "base/crash_report.h"
#include "model/kept_indexes.h"

#include "common/actions.h"
#include "common/icons.h"
#include "documents/preferences.h"

#include <QApplication>
#include <QScreen>
#include <QStandardPaths>
#include <QStyle>
#include <QTimer>

#include <cstdio>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace dumpscope;
using namespace Qt::StringLiterals;

/// Long enough for core to answer; a read that hangs on a dead network drive does not keep us.
constexpr int kShutdownMs = 900;
constexpr QSize kSize {1600, 1000};

QString stateFile(const gui::CommandLine& line, const QString& name)
{
    if (line.fresh || !line.screenshot.isEmpty())
        return {};
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u'/' + name;
}

std::shared_ptr<const core::KeptIndexes> keptIndexes(const gui::CommandLine& line)
{
    if (line.noCache || !qEnvironmentVariableIsEmpty(core::kNoCacheVariable))
        return nullptr;
    const QByteArray cacheHome = qgetenv("XDG_CACHE_HOME"), home = qgetenv("HOME");
    return core::keptIndexes(cacheHome.constData(), home.constData());
}

std::string crashFolder()
{
    const QByteArray stateHome = qgetenv("XDG_STATE_HOME"), home = qgetenv("HOME");
    return core::crashFolder(stateHome.constData(), home.constData());
}

/// A window stays open for hours: what a large comparison needed for a moment goes back to the system.
/// Without this, tables are soon kept between others, where freeing them leaves holes.
void returnFreedMemory()
{
#ifdef __GLIBC__
    constexpr int kMiB = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, kMiB);
    ::mallopt(M_TRIM_THRESHOLD, kMiB);
#endif
}

/// What the command line asks for goes before what the user prefers; pictures do not depend on either.
QList<std::pair<gui::Preference, QVariant>> overruled(const gui::CommandLine& line)
{
    QList<std::pair<gui::Preference, QVariant>> values;
    const bool isPicture = !line.screenshot.isEmpty();
    if (!line.theme.isEmpty() || isPicture)
        values.append({gui::Preference::Theme, line.theme.isEmpty() ? u"light"_s : line.theme});
    if (!line.language.isEmpty() || isPicture)
        values.append({gui::Preference::Language, line.language.isEmpty() ? u"en"_s : line.language});
    return values;
}

} // namespace

int main(int argc, char* argv[])
{
    returnFreedMemory();
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    // A question may begin with a dash.
    if (gui::isAskedBySsh()) {
        const QApplication application(argc, argv);
        QApplication::setApplicationName(u"dumpscope"_s);
        gui::Preferences preferences(stateFile({}, u"preferences.ini"_s));
        gui::ActionRegistry actions;
        gui::followPreferences(preferences, actions);
        return gui::answerSsh(arguments.value(1));
    }
    const auto line = gui::CommandLine::parse(arguments);
    if (line.exitCode) {
        std::FILE* const stream = *line.exitCode == 0 ? stdout : stderr;
        std::fprintf(stream, "%s\n", line.message.toLocal8Bit().constData());
        return *line.exitCode;
    }
    if (!line.screenshot.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (line.scale || !line.screenshot.isEmpty())
        qputenv("QT_SCALE_FACTOR", QByteArray::number(line.scale.value_or(1)));
    QApplication application(argc, argv);
    core::installCrashReports(crashFolder(), gui::versionText().toStdString());
    QApplication::setApplicationName(u"dumpscope"_s);
    QApplication::setApplicationDisplayName(u"Dumpscope"_s);
    QApplication::setApplicationVersion(QStringLiteral(DUMPSCOPE_VERSION));
    QApplication::setWindowIcon(gui::applicationIcon());

    // What the command line overrules must not become the user's preference.
    const bool keepsPreferences = line.theme.isEmpty() && line.language.isEmpty();
    gui::Program program({.preferences = keepsPreferences ? stateFile(line, u"preferences.ini"_s) : QString(),
        .state = stateFile(line, u"state.ini"_s),
        .autosaveFolder = stateFile(line, u"unsaved"_s),
        .crashFolder = line.screenshot.isEmpty() ? QString::fromStdString(crashFolder()) : QString(),
        .overruled = overruled(line)});
    program.services.session.setKept(keptIndexes(line));
    program.services.session.setRemote(std::make_shared<core::RemoteLinks>(gui::sshProgram()));
    // A picture has no screen that it must fit.
    const int title = QApplication::style()->pixelMetric(QStyle::PM_TitleBarHeight); // of a usual frame
    program.window.resize(line.screenshot.isEmpty()
            ? kSize.boundedTo(program.window.screen()->availableSize() - QSize(0, title))
            : kSize);
    program.state.restore(program.window);
    if (line.size)
        program.window.resize(*line.size);
    // Before anything opens: a window that was not shown has no room to share among its panels yet.
    program.window.show();
    // The frame is known only once the desktop has put it around the window.
    if (line.screenshot.isEmpty() && !line.size)
        QTimer::singleShot(0, &program.window, [&program] { gui::fitIntoScreen(program.window); });
    gui::StartupActions startup(program.services, program.window, line);
    QObject::connect(
        &program.workspace, &gui::WorkspaceController::failed, &startup, &gui::StartupActions::giveUp);
    if (line.screenshot.isEmpty() && line.paths.isEmpty() && line.workspace.isEmpty())
        program.workspace.recover();
    program.opening.open(line.paths);
    if (!line.workspace.isEmpty())
        program.workspace.showText(line.workspace);
    const int code = QApplication::exec();
    if (!program.services.tasks.shutdown(kShutdownMs))
        std::_Exit(code);
    return code;
}
