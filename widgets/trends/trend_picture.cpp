// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_picture.h"

#include "heatmap/colour_map.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

core::Result<std::shared_ptr<const TrendPicture>> makeTrendPicture(std::shared_ptr<const core::TrendRun> run,
    const std::string& figure, core::TrendAxes axes, std::size_t at, ScaleKind scale, bool isDark,
    core::TaskContext& task)
{
    TRY_ASSIGN(auto column, run->figures().column(figure, task));
    // The monitor writes no figures of a tensor with NaN, but counts them.
    TRY_ASSIGN(const auto nans, run->figures().column("nan_count", task));
    auto picture = std::make_shared<TrendPicture>();
    picture->plane = core::makeTrendPlane(run->cube(), axes, at);
    const core::TrendPlane& plane = picture->plane;
    auto [low, high] = core::robustRange(plane, *column);
    const bool hasBothSigns = scale != ScaleKind::Log && low < 0 && high > 0;
    if (hasBothSigns) { // zero has the neutral colour
        high = std::max(-low, high);
        low = -high;
    }
    picture->colours = {
        colourMap(hasBothSigns ? "tide" : "deep-sea", isDark).table(kColours), ValueScale(scale, low, high)};
    picture->image = QImage(static_cast<int>(std::max<std::size_t>(plane.columns, 1)),
        static_cast<int>(std::max<std::size_t>(plane.lines, 1)), QImage::Format_ARGB32);
    picture->image.fill(Qt::transparent);
    for (std::size_t line = 0; line < plane.lines; ++line) {
        TRY_VOID(task.checkStop());
        auto* const pixels = reinterpret_cast<QRgb*>(picture->image.scanLine(static_cast<int>(line)));
        for (std::size_t x = 0; x < plane.columns; ++x) {
            const std::uint32_t cell = plane.cellAt(line, x);
            const auto value = cell == core::TrendPlane::kNone ? std::nullopt : column->at(cell);
            const bool hasNan = cell != core::TrendPlane::kNone && nans->at(cell).value_or(0) > 0;
            if (!value && !hasNan)
                continue;
            if (!value || !std::isfinite(*value)) {
                picture->notFinite.push_back(static_cast<std::uint32_t>(line * plane.columns + x));
                continue;
            }
            auto& range = picture->range;
            range = range ? std::pair(std::min(range->first, *value), std::max(range->second, *value))
                          : std::pair(*value, *value);
            const double position = std::clamp(picture->colours.scale.position(*value), 0.0, 1.0);
            pixels[x] = picture->colours.table[static_cast<std::size_t>(position * (kColours - 1))];
        }
    }
    picture->run = std::move(run);
    picture->figure = std::move(column);
    return picture;
}

} // namespace dumpscope::gui
