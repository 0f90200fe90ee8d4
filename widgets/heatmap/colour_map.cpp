// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/colour_map.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

std::vector<ColourMap> mapsFor(bool dark)
{
    const ColourMap deepSea {"deep-sea", QT_TRANSLATE_NOOP("ColourMaps", "Deep sea"), false,
        {{0, 0xFF1B1340}, {.16, 0xFF2C2A78}, {.33, 0xFF22559A}, {.5, 0xFF1A7F96}, {.66, 0xFF38A67C},
            {.82, 0xFF95C755}, {1, 0xFFF6E664}}};
    const ColourMap tideLight {"tide", QT_TRANSLATE_NOOP("ColourMaps", "Tide"), true,
        {{0, 0xFF0B3C86}, {.25, 0xFF4B86CF}, {.46, 0xFFD5E0EE}, {.5, 0xFFF6F6F4}, {.54, 0xFFF3DFD0},
            {.75, 0xFFD9752F}, {1, 0xFF7E2A00}}};
    const ColourMap tideDark {"tide", QT_TRANSLATE_NOOP("ColourMaps", "Tide"), true,
        {{0, 0xFF9CCBFF}, {.25, 0xFF3F7FCB}, {.47, 0xFF25303E}, {.5, 0xFF1F2329}, {.53, 0xFF3A2C22},
            {.75, 0xFFCE6E2B}, {1, 0xFFFFC08A}}};
    const ColourMap emberLight {"ember", QT_TRANSLATE_NOOP("ColourMaps", "Ember"), false,
        {{0, 0xFFF6F6F4}, {.3, 0xFFF6CBA0}, {.6, 0xFFDE7A3A}, {.85, 0xFFA8321D}, {1, 0xFF5E0F1E}}};
    // As the dark Tide: no error sinks into the panel, errors glow.
    const ColourMap emberDark {"ember", QT_TRANSLATE_NOOP("ColourMaps", "Ember"), false,
        {{0, 0xFF1F2329}, {.06, 0xFF3A2C22}, {.5, 0xFFCE6E2B}, {1, 0xFFFFC08A}}};
    const ColourMap grey {
        "grey", QT_TRANSLATE_NOOP("ColourMaps", "Grey"), false, {{0, 0xFF000000}, {1, 0xFFFFFFFF}}};
    return {deepSea, dark ? tideDark : tideLight, dark ? emberDark : emberLight, grey};
}

int channel(int from, int to, double share)
{
    return static_cast<int>(std::lround(from + (to - from) * share));
}

} // namespace

QRgb ColourMap::at(double position) const
{
    if (!(position > stops.front().at))
        return stops.front().colour;
    for (std::size_t i = 1; i < stops.size(); ++i) {
        if (position > stops[i].at)
            continue;
        const Stop& from = stops[i - 1];
        const Stop& to = stops[i];
        const double share = (position - from.at) / (to.at - from.at);
        return qRgb(channel(qRed(from.colour), qRed(to.colour), share),
            channel(qGreen(from.colour), qGreen(to.colour), share),
            channel(qBlue(from.colour), qBlue(to.colour), share));
    }
    return stops.back().colour;
}

std::vector<QRgb> ColourMap::table(std::size_t size) const
{
    std::vector<QRgb> colours(size);
    for (std::size_t i = 0; i < size; ++i)
        colours[i] = at(static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, size - 1)));
    return colours;
}

std::span<const ColourMap> colourMaps(bool dark)
{
    static const std::vector<ColourMap> lightMaps = mapsFor(false);
    static const std::vector<ColourMap> darkMaps = mapsFor(true);
    return dark ? darkMaps : lightMaps;
}

const ColourMap& colourMap(QByteArrayView id, bool dark)
{
    // Two colours for what is one or the other: no map to choose for numbers.
    static const auto mask = [](QRgb equal, QRgb differs) {
        return ColourMap {
            "mask", "Mask", false, {{0, equal}, {0.5, equal}, {0.500001, differs}, {1, differs}}};
    };
    static const ColourMap lightMask = mask(0xFFE6E8EB, 0xFFA8123A), darkMask = mask(0xFF363C45, 0xFFFF7088);
    if (id == "mask")
        return dark ? darkMask : lightMask;
    const std::span<const ColourMap> maps = colourMaps(dark);
    const auto found = std::find_if(
        maps.begin(), maps.end(), [&](const ColourMap& map) { return id == QByteArrayView(map.id); });
    return found == maps.end() ? maps.front() : *found;
}

} // namespace dumpscope::gui
