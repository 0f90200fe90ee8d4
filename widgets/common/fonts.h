// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

namespace dumpscope::gui {

/// The desktop's font at `scale`, with Noto Sans CJK SC behind it; docs/window.md 8.1. Sets the font of
/// the application. GUI thread.
void applyFontScale(double scale);

/// The one monospaced font, at the size of `like` (the application's font without one).
[[nodiscard]] QFont monospaceFont();
[[nodiscard]] QFont monospaceFont(const QFont& like);
/// For secondary text: 11/13 of the application's font.
[[nodiscard]] QFont secondaryFont();

/// Empty if Chinese can be shown, else a sentence that names the Debian package with a font.
[[nodiscard]] QString missingFontAdvice();

} // namespace dumpscope::gui
