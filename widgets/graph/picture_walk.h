// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <span>
#include <vector>

namespace dumpscope::gui {

enum class FlowDirection : std::uint8_t { Nowhere, Inputs, Outputs };

/// Places scope by scope, from the top left, an unfolded one before what is in it.
[[nodiscard]] std::vector<std::uint32_t> readingOrder(const core::GraphPicture& picture);

/// Something that is not just the inside of a scope.
[[nodiscard]] bool isAnythingIn(const core::GraphPicture& picture, const QRectF& rect);

/// The innermost one; kNone beside everything.
[[nodiscard]] std::uint32_t placeAt(const core::GraphPicture& picture, const QPointF& point);

/// What edges of a place lead to, the one straight above or below first, and nodes before weights.
[[nodiscard]] std::vector<core::ScopeTree::Item> neighbours(
    const ShownGraph& shown, const core::GraphPicture& picture, std::uint32_t place, FlowDirection direction);

/// By place: the item depends on it, or it depends on the item.
[[nodiscard]] std::vector<bool> flowOf(const ShownGraph& shown, const core::GraphPicture& picture,
    const core::ScopeTree::Item& item, FlowDirection direction);

/// How far the first of the items that is in both pictures has moved.
[[nodiscard]] QPointF shiftBetween(const core::GraphPicture& before, const core::GraphPicture& now,
    const core::ScopeTree& tree, std::span<const std::optional<core::ScopeTree::Item>> items);

} // namespace dumpscope::gui
