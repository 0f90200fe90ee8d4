// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/element_region.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace dumpscope::core {

Shape elementPlace(std::uint64_t flat, const Shape& shape)
{
    Shape place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 1));
        place[axis] = static_cast<std::int64_t>(flat % extent);
        flat /= extent;
    }
    return place;
}

void AxisPositions::add(std::uint64_t position)
{
    if (m_count++ == 0)
        m_first = m_last = position;
    if (m_begin.size() < kFewPlaces)
        m_begin.push_back(position);
    m_step = std::gcd(m_step, position > m_first ? position - m_first : m_first - position);
    m_first = std::min(m_first, position);
    m_last = std::max(m_last, position);
}

std::optional<std::string> AxisPositions::slice() const
{
    if (isAll())
        return ":";
    if (m_count == 1)
        return fmt::format("{}", m_first);
    const std::uint64_t step = std::max<std::uint64_t>(m_step, 1);
    if ((m_last - m_first) / step + 1 != m_count || (step > 1 && m_count < kFewestOfRule))
        return std::nullopt;
    std::string text = m_first < step && step > 1 && m_first == 0 ? ":" : fmt::format("{}:", m_first);
    if (m_last + step < m_length)
        text += fmt::format("{}", m_last + 1);
    return step > 1 ? text + fmt::format(":{}", step) : text;
}

std::optional<std::vector<std::uint64_t>> AxisPositions::few() const
{
    if (m_count > kFewPlaces)
        return std::nullopt;
    std::vector<std::uint64_t> positions = m_begin;
    std::ranges::sort(positions);
    return positions;
}

ElementRegion::ElementRegion(const Shape& shape)
    : m_flat(std::accumulate(shape.begin(), shape.end(), std::uint64_t {1},
        [](std::uint64_t all, std::int64_t length) { return all * static_cast<std::uint64_t>(length); }))
    , m_shape(shape)
{
    for (const std::int64_t length : shape) {
        m_axes.emplace_back(static_cast<std::uint64_t>(length));
        m_seen.emplace_back(static_cast<std::size_t>(length));
    }
}

void ElementRegion::add(std::uint64_t index)
{
    m_flat.add(index);
    for (std::size_t axis = m_axes.size(); axis-- > 0;) {
        const std::size_t length = m_seen[axis].size(), position = index % length;
        index /= length;
        if (!m_seen[axis][position]) {
            m_seen[axis][position] = true;
            m_axes[axis].add(position);
        }
    }
}

Message ElementRegion::text(bool& isExact) const
{
    std::vector<std::string> slices;
    std::uint64_t box = 1;
    bool isPart = false;
    for (const AxisPositions& axis : m_axes) {
        const auto slice = axis.slice();
        slices.push_back(slice.value_or(":"));
        isPart = isPart || (slice && !axis.isAll());
        box *= axis.count();
    }
    isExact = box == count()
        && std::ranges::all_of(m_axes, [](const AxisPositions& axis) { return axis.slice().has_value(); });
    if (isPart && isExact)
        return fmt::format("[{}]", fmt::join(slices, ","));
    if (const auto flat = m_flat.slice(); flat && m_flat.count() >= kFewestOfRule && !m_flat.isAll()) {
        isExact = true;
        return phrase("%1 of the flattened tensor", '[' + *flat + ']');
    }
    return isPart ? Message(fmt::format("[{}]", fmt::join(slices, ","))) : Message(fewPositions(isExact));
}

/// As numpy takes lists: "[[3,17,40],:]". Empty where no axis has few, or where elements are few themselves.
std::string ElementRegion::fewPositions(bool& isExact) const
{
    isExact = false;
    if (m_flat.few())
        return {};
    std::vector<std::string> parts;
    std::uint64_t box = 1;
    bool isKnown = true, isPart = false;
    for (const AxisPositions& axis : m_axes) {
        const auto few = axis.isAll() ? std::nullopt : axis.few();
        parts.push_back(few ? fmt::format("[{}]", fmt::join(*few, ",")) : ":");
        isPart = isPart || few;
        isKnown = isKnown && (few || axis.isAll());
        box *= axis.count();
    }
    isExact = isKnown && box == count();
    return isPart ? fmt::format("[{}]", fmt::join(parts, ",")) : std::string();
}

std::string ElementRegion::places() const
{
    std::vector<std::string> all;
    for (const std::uint64_t flat : m_flat.few().value_or(std::vector<std::uint64_t>()))
        all.push_back(shapeText(elementPlace(flat, m_shape)));
    return fmt::format("{}", fmt::join(all, ", "));
}

} // namespace dumpscope::core
