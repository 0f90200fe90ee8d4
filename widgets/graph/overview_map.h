// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_painter.h"

#include <QPixmap>

namespace dumpscope::gui {

/// The whole picture, small, in a corner of the widget, with a frame around what is seen. GUI thread.
class OverviewMap {
public:
    /// In a widget of this size; empty where there is no room for it. `whole`: of the picture.
    [[nodiscard]] static QRectF rect(const QRectF& whole, const QSize& size);

    /// The picture or its marks have changed.
    void forget() { m_blocks = {}; }
    /// `seen`: of the picture. `picture` is asked for its blocks.
    void paint(QPainter& painter, const QRectF& map, const QRectF& whole, const QRectF& seen,
        GraphPainter picture, const Theme& theme);

private:
    QPixmap m_blocks;
};

} // namespace dumpscope::gui
