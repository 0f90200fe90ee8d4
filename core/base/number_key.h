// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace dumpscope::core {

/// A number in a key of a map: all NaNs are equal, and so are both zeros. The order has no meaning but is the
/// same on every machine.
class NumberKey {
public:
    NumberKey() = default;
    NumberKey(double number) // implicit: keys are made from numbers
        : m_bits(std::bit_cast<std::uint64_t>(
            std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number + 0.0))
    {
    }
    /// `hash` combined with the hash of this number.
    [[nodiscard]] std::size_t mixedInto(std::size_t hash) const
    {
        hash ^= m_bits;
        return (hash ^ (hash >> 32U)) * 0x9E3779B97F4A7C15ULL;
    }
    auto operator<=>(const NumberKey&) const = default;

private:
    std::uint64_t m_bits = 0;
};

} // namespace dumpscope::core
