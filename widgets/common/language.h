// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace dumpscope::gui {

/// Codes of the languages of the window: "en", "zh_CN".
[[nodiscard]] const QStringList& languages();
/// The first of these folders that has a translation of this name; empty where none has. That of a bundled Qt
/// may have none while the system's has.
[[nodiscard]] QString folderOfQtWords(const QString& name, const QStringList& folders);
/// The language the desktop asks for, among languages().
[[nodiscard]] QString systemLanguage();
/// Own name of a language: "English", "简体中文".
[[nodiscard]] QString languageName(const QString& code);

/// Switches the application at once: every widget gets QEvent::LanguageChange. Unknown codes are
/// taken as "en". GUI thread.
void applyLanguage(const QString& code);
[[nodiscard]] QString currentLanguage();

} // namespace dumpscope::gui
