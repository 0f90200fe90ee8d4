// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// The order in which NumPy adds up a contiguous array (numpy.add.reduce): halves of a multiple of
/// eight elements down to leaves of at most 128, each with eight running sums. A tree of n elements is cut
/// here at one depth into equal parts that threads can work on; their sums meet again in the order of
/// the tree.
class NumpySumTree {
public:
    static constexpr std::uint64_t kLeaf = 128;
    /// No part has more elements.
    static constexpr std::uint64_t kPart = 8192;

    explicit NumpySumTree(std::uint64_t count);

    struct Part {
        std::uint64_t first = 0, count = 0;
    };
    [[nodiscard]] std::uint64_t parts() const { return std::uint64_t {1} << m_depth; }
    [[nodiscard]] Part part(std::uint64_t index) const;
    /// Elements of the first half.
    [[nodiscard]] static constexpr std::uint64_t half(std::uint64_t count)
    {
        return count / 2 - count / 2 % 8;
    }

private:
    std::uint64_t m_count;
    unsigned m_depth = 0;
};

/// Meets the sums of the parts of a tree, given in order. `Sums` adds with +=.
template<typename Sums> class NumpySumMerger {
public:
    void add(Sums sums)
    {
        // Like carrying in a binary counter: two neighbours of one depth become their parent.
        for (std::uint64_t carried = m_added++; carried & 1U; carried >>= 1U) {
            Sums left = m_waiting.back();
            m_waiting.pop_back();
            left += sums;
            sums = left;
        }
        m_waiting.push_back(sums);
    }
    /// The whole, after all parts.
    [[nodiscard]] Sums total() const { return m_waiting.empty() ? Sums() : m_waiting.back(); }

private:
    std::uint64_t m_added = 0;
    std::vector<Sums> m_waiting;
};

/// The sum below one part: `leaf(first, count)` for at most kLeaf elements.
template<typename Sums, typename Leaf>
[[nodiscard]] Sums numpySum(std::uint64_t first, std::uint64_t count, const Leaf& leaf)
{
    if (count <= NumpySumTree::kLeaf)
        return leaf(first, count);
    const std::uint64_t half = NumpySumTree::half(count);
    Sums sums = numpySum<Sums>(first, half, leaf);
    sums += numpySum<Sums>(first + half, count - half, leaf);
    return sums;
}

} // namespace dumpscope::core
