// SPDX-License-Identifier: GPL-3.0-or-later
#include "screen_fit.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace dumpscope::gui {

void fitIntoScreen(QWidget& window)
{
    if (window.isMaximized() || window.isFullScreen())
        return;
    const QRect room = window.screen()->availableGeometry();
    const QSize frame = window.frameGeometry().size() - window.size();
    window.resize(window.size().boundedTo(room.size() - frame));
    QRect whole = window.frameGeometry();
    whole.moveLeft(
        std::clamp(whole.left(), room.left(), std::max(room.left(), room.right() - whole.width() + 1)));
    whole.moveTop(
        std::clamp(whole.top(), room.top(), std::max(room.top(), room.bottom() - whole.height() + 1)));
    if (whole.topLeft() != window.frameGeometry().topLeft())
        window.move(whole.topLeft());
}

} // namespace dumpscope::gui
