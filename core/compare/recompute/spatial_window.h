// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/operator_call.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What a convolution or a pooling looks at for one element, along each spatial axis.
struct SpatialWindow {
    std::vector<std::int64_t> kernel, stride, dilation;
    std::vector<std::int64_t> padding; ///< before the first element

    /// First element of the input along an axis, may be negative: padding.
    [[nodiscard]] std::int64_t first(std::size_t axis, std::int64_t output) const
    {
        return output * stride[axis] - padding[axis];
    }
    [[nodiscard]] std::uint64_t taps() const; ///< elements of the kernel
    /// The element of the input at a tap of the window for an element of the output; may be outside.
    [[nodiscard]] std::vector<std::int64_t> input(
        const std::vector<std::int64_t>& output, const std::vector<std::int64_t>& tap) const;
    /// The element of the output whose window has the element of the input at this tap; may be outside,
    /// nothing where no window has.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> output(
        const std::vector<std::int64_t>& input, const std::vector<std::int64_t>& tap) const;
    [[nodiscard]] std::string text() const; ///< "stride [2,2], padding [1,1]"
};

/// A place along each spatial axis.
using SpatialPlace = std::vector<std::int64_t>;
[[nodiscard]] SpatialPlace placeOf(std::uint64_t index, const std::vector<std::int64_t>& extents);
/// The flat index; nothing outside.
[[nodiscard]] std::optional<std::uint64_t> flatIndex(
    const SpatialPlace& place, const std::vector<std::int64_t>& extents);

/// What the call says of it, one number or one for each axis; empty: nothing.
struct WindowArguments {
    std::vector<double> stride, padding, dilation;
    bool isStrideKernel = false; ///< a stride that is not said is that of the kernel, as in pooling
};

/// Every window of this kernel that makes an output of these extents of such an input: the one that is said,
/// else all usual ones. None where nothing fits.
[[nodiscard]] std::vector<SpatialWindow> spatialWindows(const std::vector<std::int64_t>& input,
    const std::vector<std::int64_t>& output, const std::vector<std::int64_t>& kernel,
    const WindowArguments& said);

/// One number for each of `axes`: a single one stands for all, of more the last ones count (attributes of
/// graphs also have them for the axes before). Nothing where there are too few, or one is no whole number
/// from 0 to 2^20.
[[nodiscard]] std::optional<std::vector<std::int64_t>> perAxis(
    const std::vector<double>& numbers, std::size_t axes);

} // namespace dumpscope::core
