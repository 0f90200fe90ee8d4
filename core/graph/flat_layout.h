// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Where the boxes of one level of a graph stand, by layers of our own or by the program `dot` of
// Graphviz, which is spoken to in text. Lengths are pixels at 100 %, y grows downwards. Pure functions; the
// same question has the same answer.

struct Point {
    double x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

struct FlatGraph {
    struct Box {
        double width = 0, height = 0;
        bool isFrame = false; ///< edges meet it in the middle of its upper and lower side
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
    /// Per edge: cubic Bézier curves one after the other, 3 n + 1 points from `from` to `to`.
    std::vector<std::vector<Point>> curves;
    Point entry, exit; ///< where edges from and to the outside begin and end
};

/// Sugiyama's way: ranks, order by neighbours, places by neighbours. Edges go down except in cycles.
[[nodiscard]] FlatLayout layOutInLayers(const FlatGraph& graph);

/// The question in the language of Graphviz. It has numbers only, no text of a file.
[[nodiscard]] std::string dotSource(const FlatGraph& graph);
/// Takes the next answer of `dot -Tplain` off the front of `plain`. Code::Corrupt when it is none to
/// this question.
[[nodiscard]] Result<FlatLayout> takePlainAnswer(const FlatGraph& graph, std::string_view& plain);
/// Whether dot answers quickly enough to be asked.
[[nodiscard]] bool isForDot(const FlatGraph& graph);

} // namespace dumpscope::core
