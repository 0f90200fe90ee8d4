// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chrome/command_palette.h"
#include "chrome/help_window.h"
#include "chrome/log_window.h"
#include "chrome/preferences_dialog.h"
#include "chrome/shortcut_editor.h"
#include "documents/preferences.h"
#include "documents/session_log.h"
#include "services.h"

#include <QPointer>

namespace dumpscope::gui {

class MainWindow;

/// What helps to find one's way: palette, preferences, help, keys, theme and language. Windows are
/// made when they are asked for and never block the main window.
class GuideController : public QObject {
    Q_OBJECT
public:
    GuideController(Services& services, MainWindow& window, QObject* parent = nullptr);

    void showHelp(const QString& topic);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectLook();
    void adviseFont();
    void about();
    void copyReport();
    template<typename Dialog, typename... Arguments>
    Dialog* shown(QPointer<Dialog>& dialog, Arguments&&... arguments);

    Services& m_services;
    MainWindow& m_window;
    Preferences& m_preferences;
    SessionLog m_log;
    QPointer<LogWindow> m_logWindow;
    QPointer<CommandPalette> m_palette;
    QPointer<PreferencesDialog> m_dialog;
    QPointer<HelpWindow> m_help;
    QPointer<ShortcutSheet> m_shortcuts;
};

} // namespace dumpscope::gui
