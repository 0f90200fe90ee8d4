// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/tensor_error.h"

#include "compare/significand.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

double unitRoundoff(DType target, DType golden)
{
    const int a = significandBits(target), b = significandBits(golden);
    return a > 0 && b > 0 ? std::ldexp(1.0, -std::min(a, b)) : 0;
}

/// Part of a whole; an error where there should be nothing is infinitely large.
double shareOf(double part, double whole)
{
    if (part == 0)
        return 0;
    return whole > 0 ? part / whole : std::numeric_limits<double>::infinity();
}

void takeNumbers(TensorError& error, const PairFigures& figures)
{
    error.hasNumbers = true;
    error.count = static_cast<double>(std::max<std::uint64_t>(figures.count, 1));
    error.goldenNorm = figures.goldenNorm;
    error.goldenMax = std::max(std::fabs(figures.goldenMin), std::fabs(figures.goldenMax));
    if (figures.goldenMin * figures.goldenMax > 0)
        error.goldenLow = std::min(std::fabs(figures.goldenMin), std::fabs(figures.goldenMax));
    error.relative = shareOf(figures.errorNorm, figures.goldenNorm);
    error.largest = shareOf(figures.maxError, error.goldenMax);
    error.norm = shareOf(figures.normError, figures.goldenNorm);
    // Norms are sums, of which the last digits depend on the order.
    error.fingerprint
        = {error.count, static_cast<float>(figures.goldenNorm), figures.goldenMin, figures.goldenMax};
}

} // namespace

double TensorError::goldenRms() const
{
    return goldenNorm / std::sqrt(count);
}

TensorError tensorError(const PairTable& pairs, std::size_t row)
{
    const PairResult& result = pairs.row(row);
    const TensorRow& target = pairs.target().index->tensor(result.pair.target);
    const TensorRow& golden = pairs.golden().index->tensor(result.pair.golden);
    TensorError error;
    error.row = row;
    // Only outputs are made by the operator; everything else it was given.
    error.isOutput = target.io == Io::Output || target.io == Io::Gradient;
    error.isParameter = target.io == Io::Parameter;
    error.basis = result.basis;
    error.unit = unitRoundoff(target.dtype, golden.dtype);
    error.isInteger = error.unit == 0;
    error.hasOtherShape
        = result.state == PairState::ShapeMismatch || result.state == PairState::CountMismatch;
    error.isBroken = result.state == PairState::NonFinite || error.hasOtherShape;
    if (result.figures) {
        error.differs = result.figures->differs;
        error.hasNonFinite = result.figures->hasNonFinite;
        error.isBroken |= result.figures->nonFiniteDiffers;
        if (result.figures->hasNorm)
            takeNumbers(error, *result.figures);
    }
    error.differs |= error.isBroken;
    return error;
}

} // namespace dumpscope::core
