// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/colour_map.h"
#include "heatmap/plane_tile.h"
#include "heatmap/value_scale.h"

#include <QImage>

#include <vector>

namespace dumpscope::gui {

/// Where the elements of a plane lie in a picture, in device pixels: element i begins at
/// round(origin + i * step), so that every cell ends on a pixel.
struct PlaneMapping {
    double originX = 0, originY = 0; ///< of element (0, 0)
    double stepX = 1, stepY = 1;     ///< width and height of one element

    [[nodiscard]] int left(std::uint64_t column) const;
    [[nodiscard]] int top(std::uint64_t row) const;
};

/// How values become colours.
struct PlaneColours {
    std::vector<QRgb> table; ///< of ColourMap::table, from the low to the high end
    ValueScale scale;

    [[nodiscard]] QRgb of(double value) const;
    bool operator==(const PlaneColours&) const = default;
};
/// Colours of the table; enough that neighbours cannot be told apart.
inline constexpr std::size_t kColours = 1024;

/// Paints the part of a plane that falls on `size` device pixels; transparent beside it. The detail is
/// used where it covers everything in view. Elements smaller than a pixel share it by their mean; a
/// non-finite one among them takes it. Non-finite cells carry colour and pattern (docs/window.md 8.4)
/// and are never smaller than 3 x 3 pixels. No interpolation. Pure; any thread.
[[nodiscard]] QImage renderPlane(const PlaneData& plane, const PlaneTile* detail, const PlaneMapping& mapping,
    const QSize& size, const PlaneColours& colours, qreal devicePixelRatio);

/// Colour of one pixel of a non-finite or padding cell; `x` and `y` count device pixels.
[[nodiscard]] QRgb nonFinitePixel(std::uint8_t flags, int x, int y, qreal devicePixelRatio);

} // namespace dumpscope::gui
