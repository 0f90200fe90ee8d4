// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/plane_renderer.h"
#include "trend/trend_plane.h"
#include "trend/trend_run.h"

#include <QImage>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::gui {

/// A plane of a run as it is painted: one pixel a cell, made by a task. Immutable.
struct TrendPicture {
    std::shared_ptr<const core::TrendRun> run;
    std::shared_ptr<const core::TrendColumn> figure;
    core::TrendPlane plane;
    PlaneColours colours; ///< from a robust range: what is beyond has the colour of the end
    std::optional<std::pair<double, double>> range; ///< lowest and highest finite number; none: there is none
    QImage image; ///< transparent where nothing was recorded, without what is not finite
    std::vector<std::uint32_t> notFinite; ///< places in the plane, line by line, that are NaN or infinite
};

/// Thread-safe. Errors: those of TrendFigures::column.
[[nodiscard]] core::Result<std::shared_ptr<const TrendPicture>> makeTrendPicture(
    std::shared_ptr<const core::TrendRun> run, const std::string& figure, core::TrendAxes axes,
    std::size_t at, ScaleKind scale, bool isDark, core::TaskContext& task);

} // namespace dumpscope::gui
