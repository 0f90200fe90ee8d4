// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/moved_elements.h"

#include "base/number_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostMovedSlices = 1 << 20;
constexpr std::size_t kMostAxes = 8;
constexpr std::size_t kFewSlices = 8; ///< are named one by one

std::uint64_t keyOf(std::uint64_t place, double value)
{
    return NumberKey(value).mixedInto(NumberKey(static_cast<double>(place)).mixedInto(place + 1));
}

/// `[:,7]`, `[[3,9],:]`.
std::string sliceText(std::size_t rank, std::size_t axis, const std::string& places)
{
    std::vector<std::string> parts(rank, ":");
    parts[axis] = places;
    return fmt::format("[{}]", fmt::join(parts, ","));
}

} // namespace

MovedElements::MovedElements(const Shape& shape)
    : m_shape(shape.begin(), shape.end())
    , m_strides(shape.size(), 1)
    , m_place(shape.size())
{
    if (shape.size() < 2 || shape.size() > kMostAxes
        || std::ranges::any_of(m_shape, [](std::uint64_t length) { return length > kMostMovedSlices; })) {
        m_shape.clear();
        return;
    }
    for (std::size_t axis = m_shape.size() - 1; axis > 0; --axis)
        m_strides[axis - 1] = m_strides[axis] * m_shape[axis];
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) {
        m_slices.emplace_back(m_shape[axis] > 1 ? m_shape[axis] : 0);
        for (std::size_t second = axis + 1; second < m_shape.size(); ++second) {
            if (m_shape[axis] > 1 && m_shape[axis] == m_shape[second])
                m_pairs.push_back({axis, second});
        }
    }
    m_across.resize(m_pairs.size());
}

void MovedElements::add(std::span<const double> target, std::span<const double> golden)
{
    for (std::size_t i = 0; i < target.size() && !m_shape.empty(); ++i) {
        addOne(target[i], golden[i]);
        goOn();
    }
}

void MovedElements::addOne(double target, double golden)
{
    for (std::size_t axis = 0; axis < m_slices.size(); ++axis) {
        if (m_slices[axis].empty())
            continue;
        const std::uint64_t place = m_index - m_place[axis] * m_strides[axis];
        Slice& slice = m_slices[axis][m_place[axis]];
        slice.target += keyOf(place, target);
        slice.golden += keyOf(place, golden);
    }
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
        const auto [first, second] = m_pairs[i];
        const std::uint64_t across = m_index - m_place[first] * m_strides[first]
            - m_place[second] * m_strides[second] + m_place[first] * m_strides[second]
            + m_place[second] * m_strides[first];
        m_across[i].target += keyOf(across, target);
        m_across[i].golden += keyOf(m_index, golden);
    }
}

void MovedElements::goOn()
{
    ++m_index;
    for (std::size_t axis = m_place.size(); axis-- > 0;) {
        if (++m_place[axis] < m_shape[axis])
            return;
        m_place[axis] = 0;
    }
}

Message MovedElements::orderOf(std::size_t axis) const
{
    std::map<std::uint64_t, std::vector<std::uint64_t>> byGolden; ///< the last first
    std::vector<std::uint64_t> moved;
    for (std::uint64_t i = m_slices[axis].size(); i-- > 0;) {
        const Slice& slice = m_slices[axis][i];
        if (slice.target == slice.golden)
            continue;
        byGolden[slice.golden].push_back(i);
        moved.push_back(i);
    }
    std::ranges::reverse(moved);
    std::vector<std::uint64_t> from; ///< golden's place of each that moved
    for (const std::uint64_t i : moved) {
        const auto held = byGolden.find(m_slices[axis][i].target);
        if (held == byGolden.end() || held->second.empty())
            return {};
        from.push_back(held->second.back());
        held->second.pop_back();
    }
    if (moved.empty())
        return {};
    const auto named
        = [&](std::uint64_t place) { return sliceText(m_shape.size(), axis, std::to_string(place)); };
    std::map<std::uint64_t, std::uint64_t> fromOf;
    for (std::size_t i = 0; i < moved.size(); ++i)
        fromOf.emplace(moved[i], from[i]);
    const bool areExchanged = std::ranges::all_of(
        moved, [&](std::uint64_t place) { return fromOf.at(fromOf.at(place)) == place; });
    if (moved.size() == 2)
        return phrase("%1 and %2 are exchanged", named(moved[0]), named(moved[1]));
    if (areExchanged)
        return phrase("%1 pairs of slices along axis %2 are exchanged, the first: %3 and %4",
            moved.size() / 2, axis, named(moved.front()), named(from.front()));
    if (moved.size() <= kFewSlices)
        return phrase("%1 hold golden's slices in another order: %2",
            sliceText(m_shape.size(), axis, fmt::format("[{}]", fmt::join(moved, ","))),
            sliceText(m_shape.size(), axis, fmt::format("[{}]", fmt::join(from, ","))));
    return phrase("%1 of %2 slices along axis %3 are golden's in another order, the first: %4 is golden's %5",
        moved.size(), m_slices[axis].size(), axis, named(moved.front()), named(from.front()));
}

Message MovedElements::text() const
{
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
        if (m_across[i].target == m_across[i].golden)
            return m_shape.size() == 2
                ? phrase("it is golden's transposed")
                : phrase("it is golden's with axes %1 and %2 exchanged", m_pairs[i].first, m_pairs[i].second);
    }
    for (std::size_t axis = 0; axis < m_slices.size(); ++axis) {
        if (Message order = orderOf(axis); !order.empty())
            return order;
    }
    return {};
}

} // namespace dumpscope::core
