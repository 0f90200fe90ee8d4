// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/heatmap_frame.h"

#include <QColor>

#include <cstdint>
#include <vector>

namespace dumpscope::gui {

/// Runs of rows or of columns of a plane that belong together, as those that come from one rank.
struct PlaneBands {
    struct Band {
        std::uint64_t first = 0, count = 0;
        QColor colour; ///< invalid: of nothing

        friend bool operator==(const Band&, const Band&) = default;
    };
    bool ofRows = false; ///< else of columns
    std::vector<Band> bands;

    friend bool operator==(const PlaneBands&, const PlaneBands&) = default;
};

/// A strip of their colours beside the plane, and lines where they meet. Any thread.
void paintBands(QPainter& painter, const HeatmapFrame& frame, const PlaneBands& bands);

} // namespace dumpscope::gui
