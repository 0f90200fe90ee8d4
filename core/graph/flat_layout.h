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
        bool isFrame = false; ///< edges end at its ports, in the middle where it has none
        std::vector<double> tops = {}, bottoms = {}; ///< ports of a frame, from its left
    };
    /// Ends are boxes; kOutside stands for a place above or below all of them.
    struct Edge {
        static constexpr std::int32_t kOutside = -1;
        std::int32_t from = kOutside, to = kOutside;
        /// Ports of frames; outside the number of the place, counted from 0 on without gaps.
        std::uint32_t fromPort = 0, toPort = 0;
    };
    std::vector<Box> boxes;
    std::vector<Edge> edges; ///< none from a box to itself

    [[nodiscard]] std::size_t entries() const; ///< places above
    [[nodiscard]] std::size_t exits() const;
    /// Where an edge meets a frame, from its middle; 0 for other ends.
    [[nodiscard]] double portOf(const Edge& edge, bool isTo) const;
};

struct FlatLayout {
    double width = 0, height = 0;
    std::vector<Point> corners; ///< top left, per box
    /// Per edge: n joined cubic Bézier curves, 3 n + 1 points from `from` to `to`.
    std::vector<std::vector<Point>> curves;
    std::vector<double> entries, exits; ///< x of the places outside
};

/// Sugiyama's method: ranks, order by neighbours, positions by neighbours. Edges leave boxes below and come
/// from above; those against the flow, of cycles, turn twice and go up beside both boxes.
[[nodiscard]] FlatLayout layOutInLayers(const FlatGraph& graph);

/// The graph in the language of Graphviz. It has numbers only, no text of a file.
[[nodiscard]] std::string dotSource(const FlatGraph& graph);
/// Removes the next answer of `dot -Tplain` from the front of `plain`. Errors: Code::BadSyntax where it is
/// none for this graph.
[[nodiscard]] Result<FlatLayout> takePlainAnswer(const FlatGraph& graph, std::string_view& plain);
/// Whether the graph is small enough for dot, and has few boxes without edges, which dot puts in one row.
[[nodiscard]] bool isForDot(const FlatGraph& graph);

/// Boxes without edges.
[[nodiscard]] std::vector<std::size_t> looseBoxes(const FlatGraph& graph);
inline constexpr std::size_t kFewLoose = 4; ///< that stand in one row
/// Takes away what edges do not need between the boxes and the places above and below them.
void closeBorders(const FlatGraph& graph, FlatLayout& layout);

} // namespace dumpscope::core
