// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QIcon>

namespace dumpscope::gui {

/// The icon `:/icons/<name>.svg` (docs/window.md 8.5), drawn in the colour of `token` of the current
/// theme, also after the theme changed. An unknown name gives an empty icon and, in tests, a warning.
[[nodiscard]] QIcon icon(const char* name, Token token = Token::Secondary);

/// The program's own icon in its colours; the smallest has fewer cells.
[[nodiscard]] QIcon applicationIcon();

} // namespace dumpscope::gui
