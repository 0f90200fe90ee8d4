// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/run_curves.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// How the numbers of a chart are laid out along its axis: a monotonic function from numbers to levels.
class CurveScale {
public:
    enum class Kind : std::uint8_t {
        Linear,
        Logarithmic, ///< all numbers are positive
        Symmetric,   ///< logarithmic on both sides of zero, linear close to it
    };
    /// Linear where `canBeLogarithmic` is not set, and where the magnitudes are within a factor of 30.
    [[nodiscard]] static CurveScale of(const RunCurves::Chart& chart, bool canBeLogarithmic);

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Of finite numbers, positive ones where it is logarithmic.
    [[nodiscard]] double level(double value) const;
    /// The levels of the least and the largest finite number; 0 and 1 where there is none.
    [[nodiscard]] double least() const { return m_least; }
    [[nodiscard]] double most() const { return m_most; }
    [[nodiscard]] bool hasNumbers() const { return m_hasNumbers; }
    /// Round numbers between two levels, ascending, at most `most` of them: steps of 1, 2 or 5, powers of ten
    /// where it is logarithmic and there is no room for more. Two at least where there is room and there are.
    [[nodiscard]] std::vector<double> ticks(double from, double to, std::size_t most) const;

private:
    Kind m_kind = Kind::Linear;
    double m_threshold = 1; ///< up to which it is linear
    double m_least = 0, m_most = 1;
    bool m_hasNumbers = false;
};

} // namespace dumpscope::core
