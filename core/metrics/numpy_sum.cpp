// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/numpy_sum.h"

namespace dumpscope::core {

NumpySumTree::NumpySumTree(std::uint64_t count)
    : m_count(count)
{
    // The second half is at most eight elements longer than half of all. As long as parts are larger
    // than kPart they are far larger than kLeaf, so NumPy divides them, too.
    for (std::uint64_t largest = count; largest > kPart; largest = largest / 2 + 8)
        ++m_depth;
}

NumpySumTree::Part NumpySumTree::part(std::uint64_t index) const
{
    Part part {0, m_count};
    for (unsigned level = m_depth; level-- > 0;) {
        const std::uint64_t first = half(part.count);
        if ((index >> level & 1U) == 0) {
            part.count = first;
        } else {
            part.first += first;
            part.count -= first;
        }
    }
    return part;
}

} // namespace dumpscope::core
