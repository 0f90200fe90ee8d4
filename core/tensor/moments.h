// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dumpscope::core {

/// A sum with its rounding error: as if added in twice the precision.
struct Twofold {
    double high = 0;
    double low = 0;

    void add(double value)
    {
        // Knuth's two-sum: high + value is exactly sum + error.
        const double sum = high + value;
        const double part = sum - high;
        low += (high - (sum - part)) + (value - part);
        high = sum;
    }
    void add(const Twofold& other)
    {
        add(other.high);
        low += other.low;
    }
    void scale(double powerOfTwo)
    {
        high *= powerOfTwo;
        low *= powerOfTwo;
    }
    [[nodiscard]] double value() const { return high + low; }
};

/// Power of two by which the summed values are multiplied, so that squares neither overflow nor vanish:
/// float64 only, others are always Ordinary.
enum class Magnitude : std::int8_t {
    Tiny = -1,    ///< all below 2^-400: times 2^600
    Ordinary = 0, ///< times 1
    Huge = 1,     ///< one of 2^480 or more: times 2^-600
};
[[nodiscard]] Magnitude magnitudeOf(double largest);
/// The factor of values of that magnitude.
[[nodiscard]] double scaleOf(Magnitude magnitude);

/// Count, sum, sum of squares and sum of squared deviations of finite values; merged pairwise by the
/// formula of Chan, Golub and LeVeque.
struct Moments {
    std::uint64_t count = 0;
    Magnitude magnitude = Magnitude::Tiny;
    Twofold sum, squares, deviations;

    void merge(const Moments& later);
    [[nodiscard]] double mean() const;
    [[nodiscard]] double standardDeviation() const; ///< divided by n
    [[nodiscard]] double l2Norm() const;

private:
    [[nodiscard]] double scaledMean() const;
    void raise(Magnitude to);
};

} // namespace dumpscope::core
