// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// Where a rank of the target has golden's tokens (docs/formats/parallel.md 2.6): padding on another side,
/// packed sequences, batches in another order, a share of the sequence.
struct TokenMap {
    Shape golden; ///< extents of its axes of tokens in order of its places: batch and sequence, or one
    Shape target; ///< the same of the target
    std::vector<std::int32_t> places; ///< the target's place of each of golden's; -1: none, as of padding

    bool operator==(const TokenMap&) const = default;
    [[nodiscard]] std::size_t covered() const; ///< places that the target has
};

/// Axes of a tensor that count tokens, in order of the map's extents; behind them the axis of those that are
/// attended to, if it has one.
struct TokenAxes {
    std::vector<std::size_t> axes;
    bool hasSecond = false;

    bool operator==(const TokenAxes&) const = default;
};

/// All choices of such axes in a shape without axes of length 1, those with a second one first.
[[nodiscard]] std::vector<TokenAxes> tokenAxesOf(const Shape& squeezed, const Shape& extents);

/// The shape of a tensor of the target with golden's axes of tokens in place of its own.
[[nodiscard]] Shape repaddedShape(const TokenMap& map, const TokenAxes& own, const Shape& squeezed);

/// Its elements so, by their places in C order; -1 where golden has what the target does not have.
[[nodiscard]] std::vector<std::int64_t> repaddedElements(
    const TokenMap& map, const TokenAxes& own, const Shape& squeezed);

/// Elements of a tensor of golden that the target has.
[[nodiscard]] std::vector<bool> tokensCovered(
    const TokenMap& map, const TokenAxes& own, const Shape& squeezed);

} // namespace dumpscope::core
