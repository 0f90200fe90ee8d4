// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/exchanged_slices.h"

#include "base/number_key.h"

#include <map>
#include <string>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMostSlices = 1 << 20;
constexpr std::uint64_t kMostElements = std::uint64_t {1} << 24U;

/// `[:,7]`.
std::string namedSlice(std::size_t rank, std::size_t axis, std::uint64_t number)
{
    std::string text = "[";
    for (std::size_t i = 0; i < rank; ++i) {
        text += i == 0 ? "" : ",";
        text += i == axis ? std::to_string(number) : ":";
    }
    return text + "]";
}

} // namespace

ExchangedSlices::ExchangedSlices(const Shape& shape)
    : m_rank(shape.size())
{
    const auto add = [&](std::size_t number) {
        Axis axis {number, static_cast<std::uint64_t>(shape[number]), 1, {}};
        for (std::size_t i = number + 1; i < shape.size(); ++i)
            axis.inner *= static_cast<std::uint64_t>(shape[i]);
        axis.slices.resize(axis.length);
        m_axes.push_back(std::move(axis));
    };
    const auto isTooLong = [](std::int64_t length) { return length > kMostSlices; };
    if (m_rank < 2 || isTooLong(shape.front()) || isTooLong(shape.back()))
        return;
    add(0);
    add(m_rank - 1);
}

void ExchangedSlices::add(std::uint64_t index, double target, double golden)
{
    if (++m_added > kMostElements)
        m_axes.clear();
    for (Axis& axis : m_axes) {
        const std::uint64_t block = axis.length * axis.inner;
        const std::uint64_t place = index / block * axis.inner + index % axis.inner;
        Slice& slice = axis.slices[index / axis.inner % axis.length];
        const NumberKey at(static_cast<double>(place));
        slice.target = NumberKey(target).mixedInto(at.mixedInto(slice.target));
        slice.golden = NumberKey(golden).mixedInto(at.mixedInto(slice.golden));
        ++slice.count;
    }
}

std::optional<ExchangedSlices::Exchange> ExchangedSlices::exchangeOf(const Axis& axis)
{
    std::map<std::uint64_t, std::uint64_t> byGolden;
    for (std::uint64_t number = 0; number < axis.length; ++number) {
        if (axis.slices[number].count > 0)
            byGolden.emplace(axis.slices[number].golden, number);
    }
    Exchange found;
    for (std::uint64_t number = 0; number < axis.length; ++number) {
        const Slice& slice = axis.slices[number];
        if (slice.count == 0)
            continue;
        const auto other = byGolden.find(slice.target);
        if (slice.count < 2 || other == byGolden.end() || other->second == number
            || axis.slices[other->second].target != slice.golden)
            return std::nullopt;
        if (other->second < number)
            continue;
        if (found.count++ == 0)
            found = {number, other->second, 1};
    }
    return found.count > 0 ? std::optional(found) : std::nullopt;
}

Message ExchangedSlices::text() const
{
    for (const Axis& axis : m_axes) {
        const auto found = exchangeOf(axis);
        if (!found)
            continue;
        const std::string first = namedSlice(m_rank, axis.number, found->first);
        const std::string second = namedSlice(m_rank, axis.number, found->second);
        return found->count == 1
            ? phrase("%1 and %2 are exchanged", first, second)
            : phrase("%1 pairs of slices along axis %2 are exchanged, the first: %3 and %4", found->count,
                axis.number, first, second);
    }
    return {};
}

} // namespace dumpscope::core
