// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/spatial_window.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

struct AxisWindow {
    std::int64_t stride, padding, dilation;
};

std::int64_t reach(std::int64_t kernel, std::int64_t dilation)
{
    return dilation * (kernel - 1) + 1;
}

/// Padding on both sides alike, or as much as it takes, the larger half behind.
std::vector<AxisWindow> fitting(std::int64_t input, std::int64_t output, std::int64_t kernel,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& dilations,
    std::optional<std::int64_t> padding)
{
    std::vector<AxisWindow> windows;
    for (const std::int64_t dilation : dilations) {
        for (const std::int64_t stride : strides) {
            const std::int64_t needed = (output - 1) * stride + reach(kernel, dilation) - input;
            const auto add = [&](std::int64_t before) {
                const bool isThere = std::ranges::any_of(windows, [&](const AxisWindow& one) {
                    return one.stride == stride && one.dilation == dilation && one.padding == before;
                });
                if (!isThere)
                    windows.push_back({stride, before, dilation});
            };
            if (padding) {
                // Behind the last window there may be elements that none sees, or a part of one is missing.
                const std::int64_t spare
                    = input + 2 * *padding - (output - 1) * stride - reach(kernel, dilation);
                if (spare > -stride && spare < stride)
                    add(*padding);
                continue;
            }
            for (std::int64_t both = 0; both < reach(kernel, dilation); ++both) {
                const std::int64_t spare = 2 * both - needed;
                if (spare >= 0 && spare < stride)
                    add(both);
            }
            if (needed >= 0 && needed / 2 < reach(kernel, dilation))
                add(needed / 2);
        }
    }
    // Where as much is padded as it takes, what is said of it is 0.
    if (windows.empty() && padding)
        return fitting(input, output, kernel, strides, dilations, std::nullopt);
    return windows;
}

} // namespace

SpatialPlace placeOf(std::uint64_t index, const std::vector<std::int64_t>& extents)
{
    SpatialPlace place(extents.size());
    for (std::size_t axis = extents.size(); axis-- > 0;) {
        place[axis] = static_cast<std::int64_t>(index % static_cast<std::uint64_t>(extents[axis]));
        index /= static_cast<std::uint64_t>(extents[axis]);
    }
    return place;
}

std::optional<std::uint64_t> flatIndex(const SpatialPlace& place, const std::vector<std::int64_t>& extents)
{
    std::uint64_t index = 0;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        if (place[axis] < 0 || place[axis] >= extents[axis])
            return std::nullopt;
        index = index * static_cast<std::uint64_t>(extents[axis]) + static_cast<std::uint64_t>(place[axis]);
    }
    return index;
}

std::uint64_t SpatialWindow::taps() const
{
    std::uint64_t taps = 1;
    for (const std::int64_t extent : kernel)
        taps *= static_cast<std::uint64_t>(extent);
    return taps;
}

SpatialPlace SpatialWindow::input(const SpatialPlace& output, const SpatialPlace& tap) const
{
    SpatialPlace place(output.size());
    for (std::size_t axis = 0; axis < place.size(); ++axis)
        place[axis] = first(axis, output[axis]) + tap[axis] * dilation[axis];
    return place;
}

std::optional<SpatialPlace> SpatialWindow::output(const SpatialPlace& input, const SpatialPlace& tap) const
{
    SpatialPlace place(input.size());
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        const std::int64_t distance = input[axis] + padding[axis] - tap[axis] * dilation[axis];
        if (distance < 0 || distance % stride[axis] != 0)
            return std::nullopt;
        place[axis] = distance / stride[axis];
    }
    return place;
}

std::string SpatialWindow::text() const
{
    std::string text
        = fmt::format("stride [{}], padding [{}]", fmt::join(stride, ","), fmt::join(padding, ","));
    if (std::ranges::any_of(dilation, [](std::int64_t one) { return one != 1; }))
        text += fmt::format(", dilation [{}]", fmt::join(dilation, ","));
    return text;
}

std::optional<std::vector<std::int64_t>> perAxis(const std::vector<double>& numbers, std::size_t axes)
{
    constexpr double kMost = 0x1p20;
    std::vector<std::int64_t> each;
    if (numbers.size() != 1 && numbers.size() < axes)
        return std::nullopt;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const double number = numbers.size() == 1 ? numbers.front() : numbers[numbers.size() - axes + axis];
        if (!(number >= 0 && number <= kMost) || number != std::floor(number))
            return std::nullopt;
        each.push_back(static_cast<std::int64_t>(number));
    }
    return each;
}

std::vector<SpatialWindow> spatialWindows(const std::vector<std::int64_t>& input,
    const std::vector<std::int64_t>& output, const std::vector<std::int64_t>& kernel,
    const WindowArguments& said)
{
    constexpr std::array<std::int64_t, 5> kStrides {1, 2, 3, 4, 16};
    constexpr std::size_t kMostWindows = 64;
    constexpr std::int64_t kLargestKernel = 1 << 12;
    const std::size_t axes = kernel.size();
    const auto strides = perAxis(said.stride, axes), paddings = perAxis(said.padding, axes),
               dilations = perAxis(said.dilation, axes);
    std::vector<SpatialWindow> windows {SpatialWindow {kernel, {}, {}, {}}};
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (kernel[axis] < 1 || kernel[axis] > kLargestKernel || input[axis] < 1 || output[axis] < 1)
            return {};
        std::vector<std::int64_t> usual(kStrides.begin(), kStrides.end());
        if (said.isStrideKernel)
            usual = {kernel[axis]};
        const auto fits = fitting(input[axis], output[axis], kernel[axis],
            strides ? std::vector {std::max((*strides)[axis], std::int64_t {1})} : usual,
            dilations ? std::vector {std::max((*dilations)[axis], std::int64_t {1})}
                      : std::vector<std::int64_t> {1},
            paddings ? std::optional((*paddings)[axis]) : std::nullopt);
        std::vector<SpatialWindow> longer;
        for (const SpatialWindow& window : windows) {
            for (const AxisWindow& one : fits) {
                // Axes are treated alike where nothing is said.
                const bool isAlike = axis == 0 || strides || one.stride == window.stride.back();
                if (!isAlike || longer.size() >= kMostWindows)
                    continue;
                SpatialWindow& next = longer.emplace_back(window);
                next.stride.push_back(one.stride);
                next.padding.push_back(one.padding);
                next.dilation.push_back(one.dilation);
            }
        }
        windows = std::move(longer);
    }
    return windows;
}

} // namespace dumpscope::core
