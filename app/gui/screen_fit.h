// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dumpscope::gui {

/// Makes a window that is shown no larger than its screen has room, its frame included, and moves it there
/// where it does not lie within. Not one that fills the screen by itself.
void fitIntoScreen(QWidget& window);

} // namespace dumpscope::gui
