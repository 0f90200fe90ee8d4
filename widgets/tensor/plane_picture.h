// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/heatmap_frame.h"

namespace dumpscope::gui {

/// A whole plane as a picture to keep: every cell at least a pixel, axes, colour bar, what the patterns
/// mean, and a line that says what it is. Light theme. Any thread.
class PlanePicture {
public:
    struct Words {
        QString rowTitle, columnTitle, caption;
        QString padding = {}; ///< what cells without an element are called; empty: "padding"
    };
    PlanePicture(PlaneData plane, PlaneColours colours, Words words, const QFont& font);

    [[nodiscard]] const QSize& size() const { return m_size; }
    [[nodiscard]] QByteArray png() const;
    [[nodiscard]] QByteArray svg() const;
    void paint(QPainter& painter) const;

private:
    void paintPatterns(QPainter& painter) const;

    PlaneData m_plane;
    PlaneColours m_colours;
    Words m_words;
    HeatmapFrame m_frame;
    QRectF m_patterns, m_caption;
    QSize m_size;
};

/// Cells of a side that a picture has at most; longer sides share cells.
inline constexpr std::uint64_t kPictureSide = 4096;

} // namespace dumpscope::gui
