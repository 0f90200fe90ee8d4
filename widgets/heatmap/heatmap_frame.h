// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "heatmap/plane_renderer.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <optional>

class QPainter;

namespace dumpscope::gui {

/// What stands around the picture of a plane, in device-independent pixels.
struct HeatmapFrame {
    QRectF plane;                                    ///< where cells are
    QRectF bar;                                      ///< of the colours
    QPointF origin;                                  ///< of element (0, 0)
    double stepX = 1, stepY = 1;                     ///< of one element
    core::PlaneWindow seen;                          ///< elements in `plane`
    std::uint64_t rows = 0, columns = 0;             ///< of the whole plane
    std::optional<std::pair<double, double>> extent; ///< of the values
    QString rowTitle, columnTitle;                   ///< empty: none
    QFont font;                                      ///< of titles; ticks are smaller and monospace
};

[[nodiscard]] QFont tickFont(const QFont& base);

/// Numbers of rows and columns at the left and below, with the titles. Any thread.
void paintAxes(QPainter& painter, const HeatmapFrame& frame, const Theme& theme);
/// The colours with five numbers, and a mark where values go on beyond an end. Any thread.
void paintColourBar(
    QPainter& painter, const HeatmapFrame& frame, const PlaneColours& colours, const Theme& theme);

} // namespace dumpscope::gui
