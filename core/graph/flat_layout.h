// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Layout of the boxes of one level of a graph, in layers of our own or by the program `dot` of Graphviz, by
// text. Lengths are pixels at 100 %, y grows downwards. Pure functions; the same graph has the same layout.

struct Point {
    double x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

struct FlatGraph {
    struct Box {
        double width = 0, height = 0;
        bool isFrame = false; ///< edges end in the middle of its upper and lower side
    };
    /// Ends are boxes; kOutside stands for one place above or below all of them.
    struct Edge {
        static constexpr std::int32_t kOutside = -1;
        std::int32_t from = kOutside, to = kOutside;
    };
    std::vector<Box> boxes;
    std::vector<Edge> edges; ///< no two with the same ends, none from a box to itself
};

struct FlatLayout {
    double width = 0, height = 0;
    std::vector<Point> corners; ///< top left, per box
    /// Per edge: n joined cubic Bézier curves, 3 n + 1 points from `from` to `to`.
    std::vector<std::vector<Point>> curves;
    Point entry, exit; ///< where edges from and to the outside begin and end
};

/// Sugiyama's method: ranks, order by neighbours, positions by neighbours. Edges go down except in cycles.
[[nodiscard]] FlatLayout layOutInLayers(const FlatGraph& graph);

/// The graph in the language of Graphviz. It has numbers only, no text of a file.
[[nodiscard]] std::string dotSource(const FlatGraph& graph);
/// Removes the next answer of `dot -Tplain` from the front of `plain`. Errors: Code::BadSyntax where it is
/// none for this graph.
[[nodiscard]] Result<FlatLayout> takePlainAnswer(const FlatGraph& graph, std::string_view& plain);
/// Whether the graph is small enough for dot.
[[nodiscard]] bool isForDot(const FlatGraph& graph);

} // namespace dumpscope::core
