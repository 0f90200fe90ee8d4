// SPDX-License-Identifier: GPL-3.0-or-later
#include "guide_controller.h"

#include "command_line.h"
#include "common/app_style.h"
#include "common/fonts.h"
#include "common/language.h"
#include "kit/notice_bar.h"
#include "main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QKeyEvent>
#include <QSysInfo>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {
constexpr double kFontStep = 0.1;
}

GuideController::GuideController(Services& services, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_preferences(services.preferences)
    , m_log(services.tasks, services.problems)
{
    ActionRegistry& actions = services.actions;
    const auto palette = [this](CommandPalette::Scope scope) {
        if (!m_palette)
            m_palette = new CommandPalette(m_services.workbench, &m_window);
        m_palette->open(scope);
    };
    actions.handle("go.palette", &window, [palette] { palette(CommandPalette::Scope::Everything); });
    actions.handle("go.tensor", &window, [palette] { palette(CommandPalette::Scope::Tensors); });
    actions.handle("edit.preferences", &window,
        [this] { shown(m_dialog, m_preferences, m_services.actions, &m_window); });
    actions.handle("help.shortcuts", &window,
        [this] { shown(m_shortcuts, m_services.actions, m_preferences, &m_window); });
    const auto keys = [this]() -> ShortcutEditor& {
        return shown(m_shortcuts, m_services.actions, m_preferences, &m_window)->editor();
    };
    actions.handle("keys.export", &window, [keys] { keys().askForExport(); });
    actions.handle("keys.import", &window, [keys] { keys().askForImport(); });
    const std::pair<const char*, const char*> topics[] = {{"help.workflow", "workflow"},
        {"help.metrics", "metrics"}, {"help.formats", "formats"}, {"help.command_line", "command-line"}};
    for (const auto& [id, topic] : topics)
        actions.handle(id, &window, [this, topic = QString::fromLatin1(topic)] { showHelp(topic); });
    actions.handle(
        "help.context", &window, [this] { showHelp(HelpWindow::topicFor(QApplication::focusWidget())); });
    // Dialogs are windows of their own, where the window's keys do not work.
    QApplication::instance()->installEventFilter(this);
    actions.handle("help.about", &window, [this] { about(); });
    actions.handle("tools.log", &window, [this] { shown(m_logWindow, m_log, &m_window); });
    actions.handle("tools.copy_report", &window, [this] { copyReport(); });
    connectLook();
    adviseFont();
    connect(&m_preferences, &Preferences::changed, this, [this](Preference preference) {
        if (preference == Preference::Language)
            adviseFont();
    });
}

bool GuideController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && watched == &m_window
        && m_preferences.text(Preference::Theme) == "system"_L1)
        QMetaObject::invokeMethod(
            this, [] { applyTheme(ThemeChoice::System); }, Qt::QueuedConnection);
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
        const auto* const widget = static_cast<QWidget*>(watched);
        const auto* const key = static_cast<QKeyEvent*>(event);
        const bool isMeant = qobject_cast<QDialog*>(widget->window())
            && m_services.actions.action("help.context")
                   ->shortcuts()
                   .contains(QKeySequence(key->keyCombination()));
        if (isMeant && widget->window() != m_help) {
            showHelp(HelpWindow::topicFor(widget));
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

// Boxes instead of words explain nothing, so it is said where Chinese is wanted.
void GuideController::adviseFont()
{
    if (const QString advice = missingFontAdvice(); !advice.isEmpty() && currentLanguage() == u"zh_CN"_s)
        m_window.notice().show(advice, {}, {});
}

void GuideController::connectLook()
{
    ActionRegistry& actions = m_services.actions;
    const std::tuple<const char*, Preference, const char*> choices[] = {
        {"view.theme_system", Preference::Theme, "system"}, {"view.theme_light", Preference::Theme, "light"},
        {"view.theme_dark", Preference::Theme, "dark"}, {"view.language_en", Preference::Language, "en"},
        {"view.language_zh_CN", Preference::Language, "zh_CN"}};
    for (const auto& [id, preference, value] : choices) {
        actions.handle(id, &m_window, [this, which = preference, text = QString::fromLatin1(value)] {
            m_preferences.set(which, text);
        });
    }
    const auto scaleBy = [this](double step) {
        m_preferences.set(
            Preference::FontScale, m_preferences.value(Preference::FontScale).toDouble() + step);
    };
    actions.handle("view.font_larger", &m_window, [scaleBy] { scaleBy(kFontStep); });
    actions.handle("view.font_smaller", &m_window, [scaleBy] { scaleBy(-kFontStep); });
    actions.handle("view.font_reset", &m_window, [this] { m_preferences.reset(Preference::FontScale); });
}

template<typename Dialog, typename... Arguments>
Dialog* GuideController::shown(QPointer<Dialog>& dialog, Arguments&&... arguments)
{
    if (!dialog) {
        dialog = new Dialog(std::forward<Arguments>(arguments)...);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

void GuideController::showHelp(const QString& topic)
{
    shown(m_help, m_services.session.formats(), m_services.actions, &m_window)->showTopic(topic);
}

void GuideController::about()
{
    m_window.notice().show(
        tr("Dumpscope %1: opens, compares and captures tensor dumps of Ascend NPUs. GPL-3.0-or-later.")
            .arg(QApplication::applicationVersion()),
        tr("Copy report"), [this] { copyReport(); });
}

/// For a bug report: versions, settings and the last problems, without where the user keeps things.
void GuideController::copyReport()
{
    constexpr std::size_t kProblems = 50;
    QString report = versionText()
        + u"\n%1 %2\n"_s.arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture());
    for (const PreferenceInfo& setting : preferenceTable()) {
        if (setting.id != Preference::SourceFolders) // they are paths
            report += u"%1 = %2\n"_s.arg(QLatin1StringView(setting.key), m_preferences.text(setting.id));
    }
    const auto& problems = m_services.problems.problems();
    const std::size_t first = problems.size() > kProblems ? problems.size() - kProblems : 0;
    for (std::size_t i = first; i < problems.size(); ++i) {
        const core::Diagnostic& diagnostic = problems[i].diagnostic;
        report += u"%1 (%2)\n"_s.arg(QString::fromStdString(diagnostic.message.text()),
            QString::fromStdString(std::string(core::codeWord(diagnostic.code))));
    }
    for (const OpenedRoot* root : m_services.session.roots())
        report.replace(root->path(), u"<root>"_s);
    report.replace(QDir::homePath() + u'/', u"~/"_s);
    QApplication::clipboard()->setText(report);
    m_window.say(tr("The report is in the clipboard."));
}

} // namespace dumpscope::gui
