// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/plane_bands.h"

#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

void paintBands(QPainter& painter, const HeatmapFrame& frame, const PlaneBands& bands)
{
    constexpr double kStrip = 5, kGap = 2;
    constexpr double kNarrow = 6; // bands without lines, which would hide what is between them
    const QRectF& plane = frame.plane;
    const double origin = bands.ofRows ? frame.origin.y() : frame.origin.x();
    const double step = bands.ofRows ? frame.stepY : frame.stepX;
    const double low = bands.ofRows ? plane.top() : plane.left();
    const double high = bands.ofRows ? plane.bottom() : plane.right();
    for (std::size_t i = 0; i < bands.bands.size(); ++i) {
        const PlaneBands::Band& band = bands.bands[i];
        const double begin = origin + static_cast<double>(band.first) * step;
        const double from = std::clamp(begin, low, high);
        const double to = std::clamp(begin + static_cast<double>(band.count) * step, low, high);
        if (to <= from)
            continue;
        if (band.colour.isValid())
            painter.fillRect(bands.ofRows ? QRectF(plane.right() + kGap, from, kStrip, to - from)
                                          : QRectF(from, plane.top() - kGap - kStrip, to - from, kStrip),
                band.colour);
        if (i == 0 || begin <= low || static_cast<double>(band.count) * step < kNarrow)
            continue;
        // White beside black can be seen on every colour.
        for (const auto& [shift, colour] :
            {std::pair(-0.5, QColor(0, 0, 0, 190)), std::pair(0.5, QColor(Qt::white))}) {
            painter.setPen(QPen(colour, 1, Qt::DashLine)); // the crosshair is solid
            if (bands.ofRows)
                painter.drawLine(QPointF(plane.left(), begin + shift), QPointF(plane.right(), begin + shift));
            else
                painter.drawLine(QPointF(begin + shift, plane.top()), QPointF(begin + shift, plane.bottom()));
        }
    }
}

} // namespace dumpscope::gui
