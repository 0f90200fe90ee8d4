// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/dot_grid.h"

#include <QPainter>

#include <cmath>

namespace dumpscope::gui {

void paintDotGrid(QPainter& painter, const QPointF& scrolled, const QSize& size, const Theme& theme)
{
    constexpr int kDistance = 24; // px
    QPolygonF dots;
    for (double y = std::fmod(-scrolled.y(), kDistance); y < size.height(); y += kDistance) {
        for (double x = std::fmod(-scrolled.x(), kDistance); x < size.width(); x += kDistance)
            dots.append({x, y});
    }
    painter.setPen(theme.color(Token::Grid));
    painter.drawPoints(dots);
}

} // namespace dumpscope::gui
