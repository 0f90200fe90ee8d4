// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/tensor_views.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostAxes = 4;

/// Every way to merge neighbours of `shape`; bit i of `joins`: axis i and the next are one.
TensorReading merged(const std::vector<std::size_t>& axes, const Shape& shape, unsigned joins)
{
    TensorReading reading {axes, {}, {}};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0 && (joins >> (i - 1) & 1U) != 0) {
            reading.shape.back() *= shape[i];
            reading.merged.back().push_back(i);
        } else {
            reading.shape.push_back(shape[i]);
            reading.merged.push_back({i});
        }
    }
    return reading;
}

} // namespace

bool TensorReading::isInOrder() const
{
    return std::ranges::is_sorted(axes);
}

std::vector<TensorReading> readingsOf(const Shape& squeezed, bool allOrders)
{
    std::vector<TensorReading> readings;
    if (squeezed.empty() || squeezed.size() > kMostAxes)
        return readings;
    std::vector<std::size_t> axes(squeezed.size());
    std::iota(axes.begin(), axes.end(), std::size_t {0});
    do {
        Shape shape;
        for (const std::size_t axis : axes)
            shape.push_back(squeezed[axis]);
        for (unsigned joins = 0; joins < 1U << (shape.size() - 1); ++joins)
            readings.push_back(merged(axes, shape, joins));
    } while (allOrders && std::ranges::next_permutation(axes).found);
    return readings;
}

template<typename T>
std::vector<T> inOrderOf(
    const std::vector<std::size_t>& axes, const Shape& squeezed, const std::vector<T>& values)
{
    if (std::ranges::is_sorted(axes))
        return values;
    std::vector<std::size_t> strides(squeezed.size(), 1);
    for (std::size_t i = squeezed.size(); i-- > 1;)
        strides[i - 1] = strides[i] * static_cast<std::size_t>(squeezed[i]);
    std::vector<T> ordered;
    ordered.reserve(values.size());
    std::vector<std::size_t> at(axes.size(), 0);
    std::size_t from = 0;
    while (ordered.size() < values.size()) {
        ordered.push_back(values[from]);
        for (std::size_t i = axes.size(); i-- > 0;) {
            const auto extent = static_cast<std::size_t>(squeezed[axes[i]]);
            from += strides[axes[i]];
            if (++at[i] < extent)
                break;
            from -= extent * strides[axes[i]];
            at[i] = 0;
        }
    }
    return ordered;
}

template std::vector<float> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<float>&);
template std::vector<double> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<double>&);
template std::vector<std::int64_t> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<std::int64_t>&);
template std::vector<std::uint8_t> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<std::uint8_t>&);
template std::vector<std::uint16_t> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<std::uint16_t>&);
template std::vector<std::uint32_t> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<std::uint32_t>&);
template std::vector<std::uint64_t> inOrderOf(
    const std::vector<std::size_t>&, const Shape&, const std::vector<std::uint64_t>&);

} // namespace dumpscope::core
