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

/// The visible part of a graph: which scopes are unfolded, and which nodes are shown at all.
struct GraphFold {
    std::vector<bool> isOpen;                       ///< by scope; the whole graph counts as open
    std::shared_ptr<const std::vector<bool>> shown; ///< by node; null: all
    std::shared_ptr<const HelperNodes> hidden = {}; ///< that are left out; null: none
};

/// Lengths of the parts of a picture at 100 %, in pixels.
struct PictureSizes {
    FlatGraph::Box node {178, 44}, scope {200, 44}, parameter {168, 38}, constant {120, 28};
    double header = 30, padding = 16;
};

/// Positions of everything visible of a graph. Immutable; thread-safe.
struct GraphPicture {
    struct Rect {
        double x = 0, y = 0, width = 0, height = 0;
        [[nodiscard]] double right() const { return x + width; }
        [[nodiscard]] double bottom() const { return y + height; }
    };
    /// A node, a folded scope, or an unfolded one with its content.
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

    /// The place of an item: its own, or that of the folded scope it is in; kNone when it is not shown.
    [[nodiscard]] std::uint32_t placeFor(const ScopeTree& tree, ScopeTree::Item item) const;
    [[nodiscard]] std::uint32_t ownPlace(ScopeTree::Item item) const;

    std::vector<std::uint32_t> placeOfScope, placeOfNode; ///< kNone: no place of its own
};

/// Lays out several independent levels: one layout for each, in order.
using LayOutLevels = std::function<Result<std::vector<FlatLayout>>(std::span<const FlatGraph>)>;

/// Lays out from the inside, since the content of an unfolded scope decides its size. A scope whose content
/// does not change keeps its inner layout. `layOut` is called once for all unfolded scopes of one depth.
/// Errors: those of `layOut`, Code::Cancelled.
[[nodiscard]] Result<std::shared_ptr<const GraphPicture>> makePicture(const Graph& graph,
    const ScopeTree& tree, const GraphFold& fold, const PictureSizes& sizes, const LayOutLevels& layOut,
    TaskContext& task);

/// Unfolds from the top while at most `most` items are visible.
[[nodiscard]] std::vector<bool> openedFromTop(const ScopeTree& tree, std::size_t most);
/// Unfolds all scopes that `item` is in.
void openUpTo(const ScopeTree& tree, ScopeTree::Item item, std::vector<bool>& isOpen);
/// Number of visible items.
[[nodiscard]] std::size_t seenCount(const ScopeTree& tree, const GraphFold& fold);

} // namespace dumpscope::core
