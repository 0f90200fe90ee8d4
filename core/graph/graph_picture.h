// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "graph/flat_layout.h"
#include "graph/scope_tree.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dumpscope::core {

/// What of a graph is seen: which scopes are unfolded, and which nodes there are at all.
struct GraphFold {
    std::vector<bool> isOpen;                       ///< by scope; the whole graph counts as open
    std::shared_ptr<const std::vector<bool>> shown; ///< by node; null: all
};

/// Lengths of the parts of a picture at 100 %, in pixels.
struct PictureSizes {
    FlatGraph::Box node {178, 44}, scope {200, 44}, parameter {168, 38}, constant {120, 28};
    double header = 30, padding = 16;
};

/// Where everything that is seen of a graph stands. Immutable; thread-safe.
struct GraphPicture {
    struct Rect {
        double x = 0, y = 0, width = 0, height = 0;
        [[nodiscard]] double right() const { return x + width; }
        [[nodiscard]] double bottom() const { return y + height; }
    };
    /// A node, a folded scope, or an unfolded one with what is in it.
    struct Place {
        Rect rect;
        ScopeTree::Item item;
        bool isOpen = false;
        std::uint32_t parent = ScopeTree::kNone; ///< a place; kNone for the whole graph
        std::uint32_t firstChild = 0, childCount = 0;
        std::uint32_t firstLine = 0, lineCount = 0;
    };
    /// A strand of the scope that is open at `level`; its ends are children of that place.
    struct Line {
        Strand strand;
        std::uint32_t level = 0;
        std::uint32_t from = ScopeTree::kNone, to = ScopeTree::kNone; ///< places; kNone: outside of the level
        std::vector<Point> curve;                                     ///< 3 n + 1 points of Béziers
    };
    std::vector<Place> places; ///< the whole graph first, children of one place together and after it
    std::vector<Line> lines;   ///< of one level together

    /// The place an item is seen at: its own, or the folded scope it is in; kNone when it is not shown.
    [[nodiscard]] std::uint32_t placeFor(const ScopeTree& tree, ScopeTree::Item item) const;
    [[nodiscard]] std::uint32_t ownPlace(ScopeTree::Item item) const;

    std::vector<std::uint32_t> placeOfScope, placeOfNode; ///< kNone: not seen itself
};

/// Lays out several levels that do not depend on each other. One answer for each.
using LayOutLevels = std::function<Result<std::vector<FlatLayout>>(std::span<const FlatGraph>)>;

/// Inside out: what an unfolded scope holds decides its size. A scope that is not touched keeps its
/// inner layout. `layOut` is asked once for all unfolded scopes of one depth. Errors: those of `layOut`,
/// Code::Cancelled.
[[nodiscard]] Result<std::shared_ptr<const GraphPicture>> makePicture(const Graph& graph,
    const ScopeTree& tree, const GraphFold& fold, const PictureSizes& sizes, const LayOutLevels& layOut,
    TaskContext& task);

/// Unfolds from the top while no more than `most` items are seen.
[[nodiscard]] std::vector<bool> openedFromTop(const ScopeTree& tree, std::size_t most);
/// Unfolds whatever `item` is in.
void openUpTo(const ScopeTree& tree, ScopeTree::Item item, std::vector<bool>& isOpen);
/// How many items would be seen.
[[nodiscard]] std::size_t seenCount(const ScopeTree& tree, const GraphFold& fold);

} // namespace dumpscope::core
