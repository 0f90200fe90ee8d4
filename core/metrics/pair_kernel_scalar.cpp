// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dumpscope::core::kernel {
namespace {

bool isFinite(const double* x, std::size_t count)
{
    return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
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

double logarithm(double value)
{
    // value = m * 2^k with m from the root of one half to the root of two.
    const auto bits = std::bit_cast<std::int64_t>(value);
    const std::int64_t k = (bits - std::bit_cast<std::int64_t>(LogSeries::kSqrtHalf)) >> 52;
    const auto m = std::bit_cast<double>(bits - k * (std::int64_t {1} << 52));
    const double f = m - 1;
    const double s = f / (f + 2);
    const double z = s * s;
    double series = LogSeries::kCoefficients.back();
    for (std::size_t i = LogSeries::kCoefficients.size() - 1; i-- > 0;)
        series = series * z + LogSeries::kCoefficients[i];
    const auto e = static_cast<double>(k);
    return e * LogSeries::kLn2High + ((s + s) + (s * (z * series) + e * LogSeries::kLn2Low));
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
        sums.q[i % kLanes] += q;
        sums.plogpq[i % kLanes] += p * logarithm(p / q);
    }
}

} // namespace

double totalOf(Lanes lanes)
{
    for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i)
            lanes[i] += lanes[i + half];
    }
    return lanes[0];
}

const PairKernels& scalarPairKernels()
{
    static constexpr PairKernels kernels {
        isFinite, subtract, errors, products, relative, mismatches, divergence};
    return kernels;
}

} // namespace dumpscope::core::kernel
