// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/token_map.h"

#include <algorithm>
#include <optional>

namespace dumpscope::core {

namespace {

std::size_t strideOf(const Shape& shape, std::size_t axis)
{
    std::size_t stride = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        stride *= static_cast<std::size_t>(shape[i]);
    return stride;
}

/// Calls `visit(index, flat)` for every element in C order.
template<typename Visit> void forEachElement(const Shape& shape, const Visit& visit)
{
    const std::size_t count = elementCount(shape).value_or(0);
    std::vector<std::size_t> index(shape.size(), 0);
    for (std::size_t flat = 0; flat < count; ++flat) {
        visit(index, flat);
        for (std::size_t i = shape.size(); i-- > 0;) {
            if (++index[i] < static_cast<std::size_t>(shape[i]))
                break;
            index[i] = 0;
        }
    }
}

/// Of one element in golden's order: the target's places of its token, and of the one it attends to.
class Lookup {
public:
    /// `axes`: of an array that has golden's axes of tokens.
    Lookup(const TokenMap& map, const TokenAxes& axes)
        : m_map(map)
        , m_axes(axes)
    {
    }

    struct Places {
        std::size_t own = 0, second = 0;
    };

    [[nodiscard]] std::optional<Places> at(const std::vector<std::size_t>& index) const
    {
        const std::size_t extents = m_map.golden.size();
        std::size_t own = 0, batch = 0;
        for (std::size_t i = 0; i < extents; ++i) {
            batch = own;
            own = own * static_cast<std::size_t>(m_map.golden[i]) + index[m_axes.axes[i]];
        }
        const std::int32_t place = m_map.places[own];
        if (place < 0)
            return std::nullopt;
        if (!m_axes.hasSecond)
            return Places {static_cast<std::size_t>(place), 0};
        const std::size_t other
            = (extents > 1 ? batch * static_cast<std::size_t>(m_map.golden.back()) : std::size_t {0})
            + index[m_axes.axes[extents]];
        const std::int32_t second = m_map.places[other];
        if (second < 0 || batchOf(place) != batchOf(second)) // a sequence attends to itself alone
            return std::nullopt;
        return Places {static_cast<std::size_t>(place), static_cast<std::size_t>(second)};
    }

private:
    [[nodiscard]] std::int64_t batchOf(std::int32_t place) const
    {
        return m_map.target.size() > 1 ? place / m_map.target.back() : 0;
    }

    const TokenMap& m_map;
    const TokenAxes& m_axes;
};

/// Golden's axes of tokens in the shape of a repadded tensor.
TokenAxes axesBehind(const TokenMap& map, const TokenAxes& own)
{
    TokenAxes made {{}, own.hasSecond};
    const std::size_t before = map.target.size(), now = map.golden.size();
    const auto shifted = [&](std::size_t axis) {
        if (before == 1 && now == 2)
            return axis + (axis > own.axes[0] ? 1 : 0);
        if (before == 2 && now == 1)
            return axis - (axis > own.axes[0] ? 1 : 0);
        return axis;
    };
    if (now == 2 && before == 1)
        made.axes = {own.axes[0], own.axes[0] + 1};
    else if (now == 1 && before == 2)
        made.axes = {shifted(own.axes[1])};
    else
        made.axes.assign(own.axes.begin(), own.axes.begin() + static_cast<std::ptrdiff_t>(before));
    if (own.hasSecond)
        made.axes.push_back(shifted(own.axes[before]));
    return made;
}

} // namespace

std::size_t TokenMap::covered() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(places, [](std::int32_t place) { return place >= 0; }));
}

std::vector<TokenAxes> tokenAxesOf(const Shape& squeezed, const Shape& extents)
{
    std::vector<TokenAxes> single, pairs;
    const auto addSequence = [&](const std::vector<std::size_t>& batch) {
        for (std::size_t axis = 0; axis < squeezed.size(); ++axis) {
            if (squeezed[axis] != extents.back() || std::ranges::find(batch, axis) != batch.end())
                continue;
            TokenAxes made {batch, false};
            made.axes.push_back(axis);
            single.push_back(made);
            for (std::size_t second = 0; second < squeezed.size(); ++second) {
                if (squeezed[second] != extents.back()
                    || std::ranges::find(made.axes, second) != made.axes.end())
                    continue;
                TokenAxes both {made.axes, true};
                both.axes.push_back(second);
                pairs.push_back(std::move(both));
            }
        }
    };
    if (extents.size() == 1)
        addSequence({});
    for (std::size_t axis = 0; extents.size() == 2 && axis < squeezed.size(); ++axis) {
        if (squeezed[axis] == extents.front())
            addSequence({axis});
    }
    pairs.insert(pairs.end(), single.begin(), single.end());
    return pairs;
}

Shape repaddedShape(const TokenMap& map, const TokenAxes& own, const Shape& squeezed)
{
    Shape shape = squeezed;
    const std::size_t before = map.target.size(), now = map.golden.size();
    shape[own.axes[before - 1]] = map.golden.back();
    if (own.hasSecond)
        shape[own.axes[before]] = map.golden.back();
    const auto first = shape.begin() + static_cast<std::ptrdiff_t>(own.axes[0]);
    if (before == 1 && now == 2)
        shape.insert(first, map.golden.front());
    else if (before == 2 && now == 1)
        shape.erase(first);
    else if (before == 2)
        *first = map.golden.front();
    return shape;
}

std::vector<std::int64_t> repaddedElements(const TokenMap& map, const TokenAxes& own, const Shape& squeezed)
{
    const Shape shape = repaddedShape(map, own, squeezed);
    const TokenAxes golden = axesBehind(map, own);
    const Lookup lookup(map, golden);
    std::vector<bool> isToken(shape.size(), false);
    for (const std::size_t axis : golden.axes)
        isToken[axis] = true;
    std::vector<std::size_t> others; // strides of the other axes, in order
    for (std::size_t axis = 0; axis < squeezed.size(); ++axis) {
        if (std::ranges::find(own.axes, axis) == own.axes.end())
            others.push_back(strideOf(squeezed, axis));
    }
    const std::size_t extents = map.target.size();
    const auto last = static_cast<std::size_t>(map.target.back());
    std::vector<std::int64_t> made(elementCount(shape).value_or(0), -1);
    forEachElement(shape, [&](const std::vector<std::size_t>& index, std::size_t flat) {
        const auto places = lookup.at(index);
        if (!places)
            return;
        std::size_t from = places->own % last * strideOf(squeezed, own.axes[extents - 1]);
        if (extents > 1)
            from += places->own / last * strideOf(squeezed, own.axes[0]);
        if (own.hasSecond)
            from += places->second % last * strideOf(squeezed, own.axes[extents]);
        std::size_t other = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
            from += isToken[axis] ? 0 : index[axis] * others[other++];
        made[flat] = static_cast<std::int64_t>(from);
    });
    return made;
}

std::vector<bool> tokensCovered(const TokenMap& map, const TokenAxes& own, const Shape& squeezed)
{
    const Lookup lookup(map, own);
    std::vector<bool> isCovered(elementCount(squeezed).value_or(0), false);
    forEachElement(squeezed, [&](const std::vector<std::size_t>& index, std::size_t flat) {
        isCovered[flat] = lookup.at(index).has_value();
    });
    return isCovered;
}

} // namespace dumpscope::core
