// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/picture_walk.h"

#include "graph/graph_painter.h"
#include "graph/graph_traversal.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

std::vector<std::uint32_t> readingOrder(const core::GraphPicture& picture)
{
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> waiting {0};
    while (!waiting.empty()) {
        const std::uint32_t at = waiting.back();
        waiting.pop_back();
        if (at != 0)
            order.push_back(at);
        const core::GraphPicture::Place& place = picture.places[at];
        std::vector<std::uint32_t> children;
        for (std::uint32_t i = 0; i < place.childCount; ++i)
            children.push_back(place.firstChild + i);
        std::ranges::sort(children, [&picture](std::uint32_t a, std::uint32_t b) {
            const auto &left = picture.places[a].rect, &right = picture.places[b].rect;
            return std::pair(left.y, left.x) > std::pair(right.y, right.x);
        });
        waiting.insert(waiting.end(), children.begin(), children.end());
    }
    return order;
}

bool isAnythingIn(const core::GraphPicture& picture, const QRectF& rect)
{
    return std::ranges::any_of(picture.places, [&rect](const core::GraphPicture::Place& place) {
        return !place.isOpen && GraphPainter::rectOf(place).intersects(rect);
    });
}

std::uint32_t placeAt(const core::GraphPicture& picture, const QPointF& point)
{
    std::uint32_t at = 0;
    for (bool found = true; found && picture.places[at].isOpen;) {
        const core::GraphPicture::Place& place = picture.places[at];
        found = false;
        for (std::uint32_t i = 0; i < place.childCount && !found; ++i) {
            if (GraphPainter::rectOf(picture.places[place.firstChild + i]).contains(point)) {
                at = place.firstChild + i;
                found = true;
            }
        }
    }
    return at == 0 ? core::ScopeTree::kNone : at;
}

std::vector<core::ScopeTree::Item> neighbours(
    const ShownGraph& shown, const core::GraphPicture& picture, std::uint32_t place, FlowDirection direction)
{
    std::vector<std::uint32_t> found;
    const auto add = [&](core::NodeId node) {
        const std::uint32_t other = picture.placeFor(shown.tree(), {false, node.value()});
        if (other != core::ScopeTree::kNone && other != place
            && std::ranges::find(found, other) == found.end())
            found.push_back(other);
    };
    const core::ScopeTree::Item item = picture.places[place].item;
    const core::Graph& graph = shown.graph();
    const core::HelperNodes* const hidden = shown.fold().hidden.get();
    std::uint32_t begin = 0, end = 1;
    if (item.isScope) {
        begin = shown.tree().scope(item.index).firstNode;
        end = shown.tree().scope(item.index).endNode;
    }
    for (; begin < end; ++begin) {
        const core::NodeId node = item.isScope ? shown.tree().order()[begin] : item.node();
        if (direction == FlowDirection::Outputs) {
            for (const core::NodeId reader : graph.consumers(node)) {
                if (!hidden)
                    add(reader);
                else
                    std::ranges::for_each(hidden->readersBehind(graph, node, reader), add);
            }
            continue;
        }
        const auto take = [&add](const core::GraphInput& input) {
            if (input.from.isValid() && !input.otherGraph)
                add(input.from);
        };
        for (const core::GraphInput& input : graph.inputs(graph.node(node))) {
            if (!hidden)
                take(input);
            else
                std::ranges::for_each(hidden->sourcesOf(graph, input), take);
        }
    }
    // What is inside of an unfolded scope is no neighbour of it.
    std::erase_if(found, [&](std::uint32_t other) {
        const core::ScopeTree::Item& of = picture.places[other].item;
        const std::uint32_t scope = of.isScope ? of.index : shown.tree().scopeOf(of.node());
        return item.isScope && shown.tree().holds(item.index, scope);
    });
    const auto& self = picture.places[place].rect;
    std::ranges::stable_sort(found, {}, [&](std::uint32_t other) {
        const auto& one = picture.places[other];
        const bool isWeight = !one.item.isScope && graph.node(one.item.node()).opType.value() == 0;
        return std::pair(isWeight, std::abs(one.rect.x + one.rect.width / 2 - self.x - self.width / 2));
    });
    std::vector<core::ScopeTree::Item> items;
    for (const std::uint32_t other : found)
        items.push_back(picture.places[other].item);
    return items;
}

std::vector<bool> flowOf(const ShownGraph& shown, const core::GraphPicture& picture,
    const core::ScopeTree::Item& item, FlowDirection direction)
{
    std::vector<core::NodeId> from;
    if (item.isScope) {
        const core::ScopeTree::Scope& scope = shown.tree().scope(item.index);
        from.assign(
            shown.tree().order().begin() + scope.firstNode, shown.tree().order().begin() + scope.endNode);
    } else {
        from.push_back(item.node());
    }
    const auto reached = direction == FlowDirection::Inputs ? core::upstreamOf(shown.graph(), from)
                                                            : core::downstreamOf(shown.graph(), from);
    std::vector<bool> followed(picture.places.size(), false);
    for (const core::NodeId node : reached) {
        std::uint32_t at = picture.placeFor(shown.tree(), {false, node.value()});
        for (; at != core::ScopeTree::kNone && !followed[at]; at = picture.places[at].parent)
            followed[at] = true;
    }
    return followed;
}

QPointF shiftBetween(const core::GraphPicture& before, const core::GraphPicture& now,
    const core::ScopeTree& tree, std::span<const std::optional<core::ScopeTree::Item>> items)
{
    for (const std::optional<core::ScopeTree::Item>& item : items) {
        const std::uint32_t from = item ? before.placeFor(tree, *item) : core::ScopeTree::kNone;
        const std::uint32_t to = item ? now.placeFor(tree, *item) : core::ScopeTree::kNone;
        if (from != core::ScopeTree::kNone && to != core::ScopeTree::kNone)
            return GraphPainter::rectOf(now.places[to]).topLeft()
                - GraphPainter::rectOf(before.places[from]).topLeft();
    }
    return {};
}

} // namespace dumpscope::gui
