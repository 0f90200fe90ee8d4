// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_figures.h"

#include "metrics/pair_fold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

/// What overflowed is as large as a number can be.
double finite(double size)
{
    constexpr double kMost = std::numeric_limits<double>::max();
    return size <= kMost ? size : kMost; // NaN too
}

} // namespace

PairFigures figuresOf(const PairFold& fold)
{
    PairFigures figures;
    figures.count = fold.count;
    // Norms of numbers near the limit of float64 overflow; their ratio, which counts, does not.
    const double whole = fold.sums.root(fold.sums.yy),
                 share = std::sqrt(fold.sums.dd.value() / fold.sums.yy.value());
    figures.goldenNorm = finite(whole);
    figures.errorNorm
        = finite(std::isfinite(whole) ? fold.sums.root(fold.sums.dd) : share * figures.goldenNorm);
    figures.maxError = finite(fold.maxAbsolute.value);
    figures.normError = std::fabs(finite(fold.sums.root(fold.sums.xx)) - figures.goldenNorm);
    if (fold.golden) {
        figures.goldenMin = fold.golden->min.value_or(0);
        figures.goldenMax = fold.golden->max.value_or(0);
    }
    // The smallest element that was compared is not known; it is about as large as they are.
    if (fold.masked > 0 && fold.compared > 0)
        figures.goldenMin = std::min(
            figures.goldenMax, -figures.goldenNorm / std::sqrt(static_cast<double>(fold.compared)));
    figures.nonFiniteDiffers = fold.conflicts > 0;
    figures.hasNonFinite = fold.conflicts > 0 || fold.agreeing > 0;
    const auto hasNegInfAlone = [](const std::optional<Statistics>& side) {
        return side && side->nanCount == 0 && side->posInfCount == 0 && side->negInfCount > 0;
    };
    figures.isNegInfAlone = fold.conflicts == 0 && fold.compared > 0 && hasNegInfAlone(fold.target)
        && hasNegInfAlone(fold.golden);
    figures.differs = fold.conflicts > 0 || figures.maxError > 0;
    figures.hasNorm = fold.compared > 0;
    figures.sameBits = fold.differentBits == 0;
    return figures;
}

} // namespace dumpscope::core
