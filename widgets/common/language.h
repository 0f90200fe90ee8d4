// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace dumpscope::gui {

/// Codes of the languages of the window: "en", "zh_CN".
[[nodiscard]] const QStringList& languages();
/// The language the desktop asks for, among languages().
[[nodiscard]] QString systemLanguage();
/// Own name of a language: "English", "简体中文".
[[nodiscard]] QString languageName(const QString& code);

/// Switches the application at once: every widget gets QEvent::LanguageChange. Unknown codes are
/// taken as "en". GUI thread.
void applyLanguage(const QString& code);
[[nodiscard]] QString currentLanguage();

} // namespace dumpscope::gui
