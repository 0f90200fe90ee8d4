// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QRgb>

#include <span>
#include <vector>

namespace dumpscope::gui {

/// A named sequence of colours from 0 to 1; the table of docs/window.md 8.4. Immutable values with
/// static storage; thread-safe.
struct ColourMap {
    struct Stop {
        double at;
        QRgb colour;
    };
    const char* id;   ///< stable: workspace, exported pictures
    const char* name; ///< English, for tr() in the context "ColourMaps"
    bool isDiverging; ///< has a neutral middle: belongs over a symmetric range
    std::vector<Stop> stops;

    /// Linear in sRGB between the stops; below 0 and above 1 the end colours, NaN as 0.
    [[nodiscard]] QRgb at(double position) const;
    /// `size` colours from 0 to 1.
    [[nodiscard]] std::vector<QRgb> table(std::size_t size) const;
};

/// Every map that can be chosen; those with a column per theme in the one of `dark`.
[[nodiscard]] std::span<const ColourMap> colourMaps(bool dark);
/// By id; the first one (deep-sea) for an unknown id.
[[nodiscard]] const ColourMap& colourMap(QByteArrayView id, bool dark);

} // namespace dumpscope::gui
