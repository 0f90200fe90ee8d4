// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// Finds the few elements whose difference is out of proportion to that of all others, so that the others
/// can be judged by their own size.
class FarElements {
public:
    static constexpr std::size_t kMost = 3; ///< more of them are no exception

    struct Element {
        std::uint64_t index = 0;
        double off = 0;      ///< |target - golden|
        double relative = 0; ///< of the smaller of the two; infinite where that is 0
    };
    /// An element that differs, finite on both sides. In any order, but each once.
    void add(std::uint64_t index, double target, double golden);

    /// The worst first; empty where none stands out. A large element that is off by the same share as the
    /// others does not.
    [[nodiscard]] std::vector<Element> found() const;
    /// Of the others, the largest |target - golden|; of all where none stands out.
    [[nodiscard]] double restMost() const;

private:
    struct Kept : Element {
        double golden = 0;
    };
    std::vector<Kept> m_worst;                ///< the largest first, one more than kMost
    double m_restError = 0, m_restGolden = 0; ///< squares of those that were not kept
    std::uint64_t m_count = 0;
};

} // namespace dumpscope::core
