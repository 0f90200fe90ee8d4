// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_kernel.h"

#include "metrics/ulp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace dumpscope::core::kernel {
namespace {

bool isFinite(const double* x, std::size_t count)
{
    return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
}

bool isBelow(const double* x, std::size_t count, double limit)
{
    return std::all_of(x, x + count, [limit](double value) { return std::fabs(value) < limit; });
}

void subtract(const double* x, const double* y, std::size_t count, double* d)
{
    for (std::size_t i = 0; i < count; ++i)
        d[i] = x[i] - y[i];
}

void errors(const double* d, std::size_t count, double scale, ErrorSums& sums)
{
    for (std::size_t i = 0; i < count; ++i) {
        const double scaled = d[i] * scale;
        sums.d[i % kLanes] += scaled;
        sums.absolute[i % kLanes] += std::fabs(scaled);
        sums.dd[i % kLanes] += scaled * scaled;
        sums.maxAbsolute = std::max(sums.maxAbsolute, std::fabs(d[i]));
    }
}

void products(const double* x, const double* y, std::size_t count, double scale, ProductSums& sums)
{
    for (std::size_t i = 0; i < count; ++i) {
        const double a = x[i] * scale;
        const double b = y[i] * scale;
        sums.xx[i % kLanes] += a * a;
        sums.yy[i % kLanes] += b * b;
        sums.xy[i % kLanes] += a * b;
    }
}

void relative(const double* d, const double* y, std::size_t count, RelativeSums& sums)
{
    for (std::size_t i = 0; i < count; ++i) {
        const bool isZero = y[i] == 0;
        const bool isLost = isZero && d[i] != 0;
        const double error = isZero ? 0.0 : std::fabs(d[i]) / std::fabs(y[i]);
        sums.relative[i % kLanes] += error;
        sums.maxRelative = std::max(sums.maxRelative, error);
        sums.zeros += isZero;
        sums.lost += isLost;
        sums.thousandth += !isLost && error < 0.001;
        sums.fiveThousandths += !isLost && error < 0.005;
    }
}

std::uint64_t mismatches(const double* d, const double* y, std::size_t count, double atol, double rtol)
{
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < count; ++i)
        found += std::fabs(d[i]) > atol + rtol * std::fabs(y[i]);
    return found;
}

void ulps(DType dtype, const double* x, const double* y, std::size_t count, UlpSums& sums)
{
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = shortFloatsApart(dtype, x[i], y[i]);
        sums.sum[i % kLanes] += distance;
        sums.max = std::max(sums.max, distance);
    }
}

std::uint64_t differences(const std::byte* x, const std::byte* y, std::size_t count, std::size_t width)
{
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < count * width; i += width)
        found += std::memcmp(x + i, y + i, width) != 0;
    return found;
}

double logRatio(double p, double q)
{
    const auto qBits = std::bit_cast<std::uint64_t>(q);
    const std::uint64_t difference = std::bit_cast<std::uint64_t>(p) - qBits + LogRatio::kHalf;
    const auto near = std::bit_cast<double>(qBits + (difference & LogRatio::kExponent));
    const std::uint64_t biased = (difference + LogRatio::kBias) >> 52U;
    const double k = std::bit_cast<double>(biased | LogRatio::kTwoTo52Bits) - LogRatio::kTwoTo52PlusBias;
    const double s = (p - near) / (p + near);
    const double z = s * s;
    // Even and odd powers apart: half as many steps that wait for the one before.
    const double w = z * z;
    const auto polynomial = [w](std::size_t last) {
        double sum = LogRatio::kCoefficients[last];
        while (last >= 2) {
            last -= 2;
            sum = sum * w + LogRatio::kCoefficients[last];
        }
        return sum;
    };
    constexpr std::size_t kLast = LogRatio::kCoefficients.size() - 1;
    const double series = polynomial(kLast) + z * polynomial(kLast - 1);
    return k * LogRatio::kLn2 + ((s + s) + s * (z * series));
}

double share(double value, Normaliser normaliser)
{
    return std::max((value - normaliser.low) * normaliser.factor, kDivergenceFloor);
}

void divergence(const double* x, const double* y, std::size_t count, Normaliser target, Normaliser golden,
    DivergenceSums& sums)
{
    for (std::size_t i = 0; i < count; ++i) {
        const double p = share(x[i], target);
        const double q = share(y[i], golden);
        sums.p[i % kLanes] += p;
        sums.pLessQ[i % kLanes] += p - q;
        sums.excess[i % kLanes] += p * logRatio(p, q) - (p - q);
    }
}

} // namespace

const PairKernels& scalarPairKernels()
{
    static constexpr PairKernels kernels {
        isFinite, isBelow, subtract, errors, products, relative, mismatches, ulps, differences, divergence};
    return kernels;
}

} // namespace dumpscope::core::kernel
