// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/far_slices.h"

#include "compare/elements/element_region.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace dumpscope::core {

namespace {

/// Errors of slices that are noise spread less around the largest of them.
constexpr double kFar = 4;
/// Of fewer elements the error of a slice scatters as that of one element does.
constexpr std::uint64_t kFewestElements = 8;
constexpr std::uint64_t kMostSlices = 1 << 20;

} // namespace

double FarSlices::Slice::relative() const
{
    if (error == 0)
        return 0;
    return golden > 0 ? std::sqrt(error / golden) : std::numeric_limits<double>::infinity();
}

FarSlices::FarSlices(const Shape& shape)
    : m_shape(shape)
    , m_strides(shape.size(), 1)
    , m_slices(shape.size())
{
    for (std::size_t axis = shape.size(); axis-- > 1;)
        m_strides[axis - 1] = m_strides[axis] * static_cast<std::uint64_t>(shape[axis]);
    const std::uint64_t all
        = shape.empty() ? 0 : m_strides.front() * static_cast<std::uint64_t>(shape.front());
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const auto length = static_cast<std::uint64_t>(shape[axis]);
        // Few others are no noise to stand out of.
        if (shape.size() < 2 || length <= kFewPlaces || length > kMostSlices
            || all / length < kFewestElements)
            continue;
        for (std::uint64_t place = 0; place < length; ++place)
            m_slices[axis].push_back({place, 0, 0});
    }
}

void FarSlices::add(std::span<const double> target, std::span<const double> golden)
{
    for (std::size_t i = 0; i < target.size(); ++i, ++m_index) {
        if (!std::isfinite(target[i]) || !std::isfinite(golden[i]))
            continue;
        const double off = target[i] - golden[i];
        for (std::size_t axis = 0; axis < m_slices.size(); ++axis) {
            if (m_slices[axis].empty())
                continue;
            Slice& slice = m_slices[axis][m_index / m_strides[axis] % m_slices[axis].size()];
            slice.error += off * off;
            slice.golden += golden[i] * golden[i];
        }
    }
}

/// Both the error and its share of the slice: a large row is off by more, and a small one by a larger share.
Message FarSlices::farAlong(std::size_t axis) const
{
    std::vector<Slice> worst = m_slices[axis];
    const auto few = static_cast<std::ptrdiff_t>(kFewPlaces + 1);
    if (worst.empty())
        return {};
    std::ranges::partial_sort(worst, worst.begin() + few, std::ranges::greater {}, &Slice::error);
    for (std::size_t many = 1; many <= kFewPlaces; ++many) {
        const auto rest = worst.begin() + static_cast<std::ptrdiff_t>(many);
        if (!(rest->error > 0))
            return {}; // the others are equal, and need no such sentence
        const double others = std::ranges::max_element(rest, worst.end(), {}, &Slice::relative)->relative();
        const double least = std::ranges::min_element(worst.begin(), rest, {}, &Slice::relative)->relative();
        if (!(rest[-1].error > kFar * kFar * rest->error) || !(least > kFar * others))
            continue;
        std::vector<std::uint64_t> places;
        std::transform(
            worst.begin(), rest, std::back_inserter(places), [](const Slice& one) { return one.place; });
        std::ranges::sort(places);
        std::vector<std::string> parts(m_shape.size(), ":");
        parts[axis]
            = many == 1 ? std::to_string(places.front()) : fmt::format("[{}]", fmt::join(places, ","));
        const std::string where = fmt::format("[{}]", fmt::join(parts, ","));
        const std::string off = fmt::format("{:.2g}", least), rests = fmt::format("{:.2g}", others);
        return many == 1 ? phrase("%1 stands out: it is off by %2 (relative L2), every other slice along "
                                  "axis %3 by no more than %4",
                   where, off, axis, rests)
                         : phrase("%1 stand out: each is off by %2 or more (relative L2), every other slice "
                                  "along axis %3 by no more "
                                  "than %4",
                             where, off, axis, rests);
    }
    return {};
}

Message FarSlices::text() const
{
    for (std::size_t axis = 0; axis < m_slices.size(); ++axis) {
        if (Message found = farAlong(axis); !found.empty())
            return found;
    }
    return {};
}

} // namespace dumpscope::core
