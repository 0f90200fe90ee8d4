// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The order in which NumPy 1.24 adds up a contiguous array (numpy.add.reduce): buffers of 8192 elements in
/// sequence; each buffer as a tree that halves, at multiples of eight elements, down to leaves of at most
/// 128, which have eight running sums.
namespace dumpscope::core {

inline constexpr std::uint64_t kNumpyBuffer = 8192;
inline constexpr std::uint64_t kNumpyLeaf = 128;

/// The sum of one buffer: `leaf(first, count)` returns that of at most kNumpyLeaf elements. `Sums` has +=.
template<typename Sums, typename Leaf>
[[nodiscard]] Sums numpySum(std::uint64_t first, std::uint64_t count, const Leaf& leaf)
{
    if (count <= kNumpyLeaf)
        return leaf(first, count);
    const std::uint64_t half = count / 2 - count / 2 % 8;
    Sums sums = numpySum<Sums>(first, half, leaf);
    sums += numpySum<Sums>(first + half, count - half, leaf);
    return sums;
}

} // namespace dumpscope::core
