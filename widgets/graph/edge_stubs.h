// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QRectF>

#include <vector>

namespace dumpscope::gui {

/// One end of edges that go far: the name of what is at their other ends instead of lines across the
/// picture (docs/window.md 8.8). Pixels of the picture at 100 %.
struct EdgeStub {
    QRectF rect;             ///< of the name
    QPointF end;             ///< where the edge meets its box
    std::uint32_t place = 0; ///< it belongs to
    std::uint32_t other = 0; ///< place at the other end; of several the first
    std::uint32_t line = 0;
    int edges = 1;
    bool isOut = false; ///< below what the edges come from; else above what reads them
};

struct EdgeStubs {
    std::vector<EdgeStub> stubs;
    std::vector<bool> isFar; ///< by line: has stubs at both ends

    /// Null: none is there.
    [[nodiscard]] const EdgeStub* at(const QPointF& point) const;
    /// Those that belong to a place.
    [[nodiscard]] std::vector<std::size_t> beside(std::uint32_t place) const;
};

/// An edge is far when it passes several ranks. It keeps its line where there is no room for its names:
/// no stub lies on a box, on another stub, or outside of its scope. Pure.
[[nodiscard]] EdgeStubs stubsOf(const core::GraphPicture& picture, const QSizeF& size);

} // namespace dumpscope::gui
