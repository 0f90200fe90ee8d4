// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_fold.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {
namespace {

constexpr int kScaleExponent = 600;

double number(std::uint64_t count)
{
    return static_cast<double>(count);
}
double orNan(const std::optional<double>& value)
{
    return value.value_or(std::nan(""));
}

using Fold = const PairFold&;
constexpr FoldGroup kErrors = FoldGroup::Errors;
constexpr FoldGroup kProducts = FoldGroup::Products;
constexpr FoldGroup kRelative = FoldGroup::Relative;
constexpr FoldGroup kStatistics = FoldGroup::Statistics;

constexpr std::array kVariables {
    FoldVariable {
        "compared", "elements that are finite on both sides", {}, [](Fold f) { return number(f.compared); }},
    FoldVariable {"conflicts", "NaN or infinity against something else", {},
        [](Fold f) { return number(f.conflicts); }},
    FoldVariable {"different_bits", "elements with different bit patterns", FoldGroup::Bits,
        [](Fold f) { return number(f.differentBits); }},
    FoldVariable {"golden_zeros", "compared elements whose golden is zero", kRelative,
        [](Fold f) { return number(f.goldenZeros); }},
    FoldVariable {"inf_golden", "infinities of golden", {}, [](Fold f) { return number(f.infGolden); }},
    FoldVariable {"inf_target", "infinities of target", {}, [](Fold f) { return number(f.infTarget); }},
    FoldVariable {"kl", "Kullback-Leibler divergence", FoldGroup::Divergence | kStatistics,
        [](Fold f) { return orNan(f.divergence); }},
    FoldVariable {"lost_relative", "golden is zero, target is not", kRelative,
        [](Fold f) { return number(f.lostRelative); }},
    FoldVariable {"max_abs", "largest |d|", kErrors, [](Fold f) { return f.maxAbsolute.value; }},
    FoldVariable {
        "max_golden", "largest golden element", kStatistics, [](Fold f) { return orNan(f.golden->max); }},
    FoldVariable {"max_rel", "largest |d|/|y|", kRelative, [](Fold f) { return f.maxRelative.value; }},
    FoldVariable {
        "max_target", "largest target element", kStatistics, [](Fold f) { return orNan(f.target->max); }},
    FoldVariable {"mean_golden", "mean of golden", kStatistics, [](Fold f) { return orNan(f.golden->mean); }},
    FoldVariable {"mean_target", "mean of target", kStatistics, [](Fold f) { return orNan(f.target->mean); }},
    FoldVariable {
        "min_golden", "smallest golden element", kStatistics, [](Fold f) { return orNan(f.golden->min); }},
    FoldVariable {
        "min_target", "smallest target element", kStatistics, [](Fold f) { return orNan(f.target->min); }},
    FoldVariable {"mismatches", "elements outside atol + rtol·|y|", FoldGroup::Tolerance,
        [](Fold f) { return number(f.mismatches); }},
    FoldVariable {"n", "all elements", {}, [](Fold f) { return number(f.count); }},
    FoldVariable {"nan_golden", "NaN elements of golden", {}, [](Fold f) { return number(f.nanGolden); }},
    FoldVariable {"nan_target", "NaN elements of target", {}, [](Fold f) { return number(f.nanTarget); }},
    FoldVariable {
        "std_golden", "deviation of golden", kStatistics, [](Fold f) { return orNan(f.golden->std); }},
    FoldVariable {
        "std_target", "deviation of target", kStatistics, [](Fold f) { return orNan(f.target->std); }},
    FoldVariable {"sum_abs", "sum of |d|", kErrors, [](Fold f) { return f.sums.linear(f.sums.absolute); }},
    FoldVariable {"sum_d", "sum of d = x - y", kErrors, [](Fold f) { return f.sums.linear(f.sums.d); }},
    FoldVariable {"sum_dd", "sum of d²", kErrors, [](Fold f) { return f.sums.quadratic(f.sums.dd); }},
    FoldVariable {"sum_rel", "sum of |d|/|y|", kRelative, [](Fold f) { return f.relativeSum.value(); }},
    FoldVariable {
        "sum_xx", "sum of x², target", kProducts, [](Fold f) { return f.sums.quadratic(f.sums.xx); }},
    FoldVariable {"sum_xy", "sum of x·y", kProducts, [](Fold f) { return f.sums.quadratic(f.sums.xy); }},
    FoldVariable {
        "sum_yy", "sum of y², golden", kProducts, [](Fold f) { return f.sums.quadratic(f.sums.yy); }},
    FoldVariable {"ulp_max", "largest distance in representable numbers", FoldGroup::Ulp,
        [](Fold f) { return f.ulpMax; }},
    FoldVariable {"ulp_sum", "sum of distances in representable numbers", FoldGroup::Ulp,
        [](Fold f) { return f.ulpSum.value(); }},
    FoldVariable {"within_five_thousandths", "elements with |d|/|y| < 0.005", kRelative,
        [](Fold f) { return number(f.withinFiveThousandths); }},
    FoldVariable {"within_thousandth", "elements with |d|/|y| < 0.001", kRelative,
        [](Fold f) { return number(f.withinThousandth); }},
};

void keepLarger(LargestElement& largest, const LargestElement& later)
{
    // Only a strictly larger one replaces the earlier: the first hit is reported.
    if (later.value > largest.value)
        largest = later;
}

} // namespace

double PairFold::Sums::linear(const Twofold& sum) const
{
    return std::scalbn(sum.value(), kScaleExponent * static_cast<int>(magnitude));
}

double PairFold::Sums::quadratic(const Twofold& sum) const
{
    return std::scalbn(sum.value(), 2 * kScaleExponent * static_cast<int>(magnitude));
}

double PairFold::Sums::root(const Twofold& sum) const
{
    return std::scalbn(std::sqrt(sum.value()), kScaleExponent * static_cast<int>(magnitude));
}

void PairFold::Sums::merge(const Sums& later)
{
    Sums other = later;
    const Magnitude common = std::max(magnitude, other.magnitude);
    for (Sums* side : {this, &other}) {
        // What vanishes here is too small to matter beside a value of the larger magnitude.
        for (int i = static_cast<int>(side->magnitude); i < static_cast<int>(common); ++i) {
            for (Twofold* sum : {&side->d, &side->absolute})
                sum->scale(0x1p-600);
            for (Twofold* sum : {&side->dd, &side->xx, &side->yy, &side->xy}) {
                sum->scale(0x1p-600);
                sum->scale(0x1p-600);
            }
        }
        side->magnitude = common;
    }
    d.add(other.d);
    absolute.add(other.absolute);
    dd.add(other.dd);
    xx.add(other.xx);
    yy.add(other.yy);
    xy.add(other.xy);
}

void PairFold::merge(const PairFold& later)
{
    count += later.count;
    compared += later.compared;
    nanTarget += later.nanTarget;
    nanGolden += later.nanGolden;
    infTarget += later.infTarget;
    infGolden += later.infGolden;
    agreeing += later.agreeing;
    conflicts += later.conflicts;
    masked += later.masked;
    if (!firstConflict)
        firstConflict = later.firstConflict;
    sums.merge(later.sums);
    keepLarger(maxAbsolute, later.maxAbsolute);
    relativeSum.add(later.relativeSum);
    keepLarger(maxRelative, later.maxRelative);
    goldenZeros += later.goldenZeros;
    lostRelative += later.lostRelative;
    withinThousandth += later.withinThousandth;
    withinFiveThousandths += later.withinFiveThousandths;
    mismatches += later.mismatches;
    ulpMax = std::max(ulpMax, later.ulpMax);
    ulpSum.add(later.ulpSum);
    differentBits += later.differentBits;
}

std::span<const FoldVariable> foldVariables()
{
    return kVariables;
}

} // namespace dumpscope::core
