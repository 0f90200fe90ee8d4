// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "arrangement.h"

#include "base/library_versions.h"
#include "common/custom_plot.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kWrongUsage = 2; // contract: exit codes
constexpr int kMinimumSide = 64;
constexpr int kMaximumSide = 16384;
constexpr double kMaximumScale = 8.0;

std::optional<QSize> parseSize(const QString& text)
{
    const QStringList parts = text.split(u'x');
    bool widthOk = false;
    bool heightOk = false;
    const QSize size(parts.value(0).toInt(&widthOk), parts.value(1).toInt(&heightOk));
    const bool fits = qMin(size.width(), size.height()) >= kMinimumSide
        && qMax(size.width(), size.height()) <= kMaximumSide;
    return parts.size() == 2 && widthOk && heightOk && fits ? std::optional(size) : std::nullopt;
}

} // namespace

QString versionText()
{
    // Where the plugins are is known to an application only.
    static int argc = 1;
    static char program[] = "dumpscope";
    static char* argv[] = {program, nullptr};
    std::optional<QCoreApplication> application;
    if (!QCoreApplication::instance())
        application.emplace(argc, argv);
    QString text = u"dumpscope " DUMPSCOPE_VERSION "\nQt %1\nQCustomPlot " QCUSTOMPLOT_VERSION_STR
                   "\n"_s.arg(QLatin1StringView(qVersion()));
    for (const auto& [library, version] : core::libraryVersions())
        text += QString::fromStdString(library + ' ' + version + '\n');
    // Files are looked for because a plugin is loaded with a display only.
    QStringList platforms
        = QDir(QLibraryInfo::path(QLibraryInfo::PluginsPath) + u"/platforms"_s).entryList({u"libq*.so"_s});
    for (QString& name : platforms)
        name = name.sliced(4).chopped(3);
    return text + u"platforms: "_s + platforms.join(u", "_s);
}

CommandLine CommandLine::parse(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Opens, compares and captures tensor dumps of Ascend NPUs."_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Show this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Show the version."_s);
    const QCommandLineOption screenshot(u"screenshot"_s,
        u"Save a picture of the window once everything is loaded, then exit."_s, u"OUT.png"_s);
    const QCommandLineOption size(u"size"_s, u"Size of the window, for instance 1600x1000."_s, u"WxH"_s);
    const QCommandLineOption scale(u"scale"_s, u"Device pixels per pixel, for instance 2."_s, u"F"_s);
    const QCommandLineOption theme(u"theme"_s, u"light or dark."_s, u"THEME"_s);
    const QCommandLineOption language(u"language"_s, u"en or zh_CN."_s, u"LANGUAGE"_s);
    const QCommandLineOption arrangement(
        u"arrangement"_s, u"explore, compare, graph or capture."_s, u"ARRANGEMENT"_s);
    const QCommandLineOption tab(
        u"tab"_s, u"Bring this tab to the front, for instance heatmap."_s, u"NAME"_s);
    const QCommandLineOption select(u"select"_s, u"Select this tensor."_s, u"ID"_s);
    const QCommandLineOption action(u"action"_s, u"Run this action; may be repeated."_s, u"ACTION_ID"_s);
    const QCommandLineOption workspace(u"workspace"_s,
        u"Show the window that this text describes; 'Copy window as command' writes it."_s, u"TEXT"_s);
    const QCommandLineOption fresh(u"fresh"_s, u"Start without preferences and the last session."_s);
    const QCommandLineOption noCache(
        u"no-cache"_s, u"Read every file, also of a dump that was opened before."_s);
    parser.addOptions({help, version, screenshot, size, scale, theme, language, arrangement, tab, select,
        action, workspace, fresh, noCache});
    parser.addPositionalArgument(u"PATH"_s,
        u"Dump folders, files, archives or a workspace; two are compared: target, golden."_s, u"[PATH...]"_s);

    CommandLine line;
    const auto refuse = [&line](const QString& why) {
        line.message = why + u"\nTry 'dumpscope --help'."_s;
        line.exitCode = kWrongUsage;
        return line;
    };
    if (!parser.parse(arguments))
        return refuse(parser.errorText());
    if (parser.isSet(help)) {
        // Qt knows the program's name only later.
        line.message = parser.helpText().replace(u"<executable_name>"_s, u"dumpscope"_s);
        line.exitCode = 0;
        return line;
    }
    if (parser.isSet(version)) {
        line.message = versionText();
        line.exitCode = 0;
        return line;
    }
    const auto oneOf = [](const QString& text, const QStringList& words) {
        return text.isEmpty() || words.contains(text);
    };
    line.paths = parser.positionalArguments();
    line.screenshot = parser.value(screenshot);
    line.theme = parser.value(theme);
    line.language = parser.value(language);
    line.arrangement = parser.value(arrangement);
    line.tab = parser.value(tab);
    line.select = parser.value(select);
    line.actions = parser.values(action);
    line.workspace = parser.value(workspace);
    line.fresh = parser.isSet(fresh);
    line.noCache = parser.isSet(noCache);
    if (parser.isSet(size)) {
        const auto wanted = parseSize(parser.value(size));
        if (!wanted)
            return refuse(
                u"--size: expected WxH, for instance 1600x1000, got '%1'"_s.arg(parser.value(size)));
        line.size = wanted;
    }
    if (parser.isSet(scale)) {
        bool isNumber = false;
        line.scale = parser.value(scale).toDouble(&isNumber);
        if (!isNumber || !(*line.scale > 0 && *line.scale <= kMaximumScale))
            return refuse(
                u"--scale: expected a number above 0 and at most 8, got '%1'"_s.arg(parser.value(scale)));
    }
    if (!oneOf(line.theme, {u"light"_s, u"dark"_s}))
        return refuse(u"--theme: expected light or dark, got '%1'"_s.arg(line.theme));
    if (!oneOf(line.language, {u"en"_s, u"zh_CN"_s}))
        return refuse(u"--language: expected en or zh_CN, got '%1'"_s.arg(line.language));
    if (!line.arrangement.isEmpty() && !findArrangement(line.arrangement.toLatin1().constData()))
        return refuse(
            u"--arrangement: expected explore, compare, graph or capture, got '%1'"_s.arg(line.arrangement));
    return line;
}

} // namespace dumpscope::gui
