// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/moments.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {
namespace {

constexpr int kScaleExponent = 600;

} // namespace

Magnitude magnitudeOf(double largest)
{
    // 2^480 squared, times 2^63 elements, is still a float64; 2^-400 squared has all its digits.
    if (largest >= 0x1p480)
        return Magnitude::Huge;
    return largest < 0x1p-400 ? Magnitude::Tiny : Magnitude::Ordinary;
}

double scaleOf(Magnitude magnitude)
{
    switch (magnitude) {
    case Magnitude::Tiny:
        return 0x1p600;
    case Magnitude::Huge:
        return 0x1p-600;
    case Magnitude::Ordinary:
        break;
    }
    return 1;
}

void Moments::raise(Magnitude to)
{
    // What vanishes here is too small to matter beside a value of the larger magnitude.
    for (int i = static_cast<int>(magnitude); i < static_cast<int>(to); ++i) {
        sum.scale(0x1p-600);
        for (Twofold* squared : {&squares, &deviations}) {
            squared->scale(0x1p-600);
            squared->scale(0x1p-600);
        }
    }
    magnitude = to;
}

double Moments::scaledMean() const
{
    return sum.value() / static_cast<double>(count);
}

void Moments::merge(const Moments& later)
{
    if (later.count == 0)
        return;
    if (count == 0) {
        *this = later;
        return;
    }
    Moments other = later;
    const Magnitude common = std::max(magnitude, other.magnitude);
    raise(common);
    other.raise(common);
    const double distance = other.scaledMean() - scaledMean();
    const double n = static_cast<double>(count);
    const double m = static_cast<double>(other.count);
    deviations.add(other.deviations);
    deviations.add(distance * distance * (n / (n + m) * m));
    sum.add(other.sum);
    squares.add(other.squares);
    count += other.count;
}

double Moments::mean() const
{
    return std::scalbn(scaledMean(), kScaleExponent * static_cast<int>(magnitude));
}

double Moments::standardDeviation() const
{
    const double variance = std::max(deviations.value(), 0.0) / static_cast<double>(count);
    return std::scalbn(std::sqrt(variance), kScaleExponent * static_cast<int>(magnitude));
}

double Moments::l2Norm() const
{
    return std::scalbn(std::sqrt(squares.value()), kScaleExponent * static_cast<int>(magnitude));
}

} // namespace dumpscope::core
