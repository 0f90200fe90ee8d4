// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/parameter_movement.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::core {

namespace {

constexpr double kDeviations = 2; ///< of the mean of many rounded elements

/// Whether the number itself is one of the type with this unit roundoff, as a mean that was computed in it.
bool isOfType(double number, double unit)
{
    int exponent = 0;
    const double significand = std::frexp(number, &exponent) / unit;
    return std::floor(significand) == significand;
}

/// What rounding of recorded means leaves open of their difference.
double roundedMeans(const RecordedParameter& before, const RecordedParameter& after)
{
    constexpr double kHalf = 0x1p-11; // of float16; a mean in float32 is sharp enough
    const double unit = std::max(before.unit, after.unit);
    return unit >= kHalf && isOfType(before.mean, unit) && isOfType(after.mean, unit)
        ? unit * (std::fabs(before.mean) + std::fabs(after.mean)) / 2
        : 0;
}

/// What the change of a recorded mean leaves open. Elements lose half a unit by rounding, before and after,
/// each in its own way unless all are the same, as ones are; sums lose in float32.
double unsureOf(const RecordedParameter& before, const RecordedParameter& after)
{
    constexpr double kApart = 4; // times what rounding of the norm leaves of a variance
    const double unit = std::max(before.unit, after.unit);
    const double size = std::max(after.norm, before.norm) / std::sqrt(after.count);
    const double variance = before.norm * before.norm / before.count - before.mean * before.mean;
    const bool areApart = variance > kApart * unit * size * size;
    const double deviation = unit * std::sqrt((1.0 / 12 + 1.0 / 12) / after.count);
    return std::max(
        kSure * size * std::max(areApart ? std::min(kDeviations * deviation, unit) : unit, kSumUnit),
        roundedMeans(before, after));
}

} // namespace

double farthest(const RecordedParameter& before, const RecordedParameter& after)
{
    const auto between
        = [](std::optional<double> a, std::optional<double> b) { return a && b ? std::fabs(*b - *a) : 0; };
    return std::max(between(before.max, after.max), between(before.min, after.min));
}

std::optional<Excess> excessOf(const ParameterPair& before, const ParameterPair& after)
{
    constexpr double kClearly = 3;
    const double moved = after.golden.mean - before.golden.mean;
    const double targetMoved = after.target.mean - before.target.mean;
    const double ofGolden = unsureOf(before.golden, after.golden);
    const double unsure = std::max(ofGolden, unsureOf(before.target, after.target));
    if (!(std::fabs(moved) > ofGolden)
        || !(std::fabs(moved) > unsure || std::fabs(targetMoved) > kClearly * unsure))
        return std::nullopt;
    // On a grid that is coarser than golden's, elements that would be moved by less than half a step stay.
    const double step = after.target.unit * after.golden.norm / std::sqrt(after.golden.count);
    if (after.target.unit > after.golden.unit && std::fabs(moved) <= step
        && farthest(before.golden, after.golden) <= step && targetMoved / moved < 1
        && targetMoved / moved >= 0)
        return std::nullopt;
    return Excess {
        (targetMoved - moved) / moved, unsure / std::fabs(moved), after.row, after.golden.isVector};
}

std::optional<Excess> excessOfExtreme(const ParameterPair& before, const ParameterPair& after)
{
    std::optional<Excess> found;
    double farther = 0;
    for (const auto extreme : {&RecordedParameter::max, &RecordedParameter::min}) {
        const auto &golden = after.golden.*extreme, &goldenBefore = before.golden.*extreme;
        const auto &target = after.target.*extreme, &targetBefore = before.target.*extreme;
        if (!golden || !goldenBefore || !target || !targetBefore)
            continue;
        const double moved = *golden - *goldenBefore;
        const double unit = std::max(
            {before.target.unit, before.golden.unit, after.target.unit, after.golden.unit, kSumUnit});
        const double unsure = kSure * unit * std::max(std::fabs(*golden), std::fabs(*goldenBefore));
        if (!(std::fabs(moved) > std::max(unsure, farther)))
            continue;
        farther = std::fabs(moved);
        found = Excess {
            (*target - *targetBefore - moved) / moved, unsure / farther, after.row, after.golden.isVector};
    }
    return found;
}

Excesses excessesOf(const ParameterPairs& before, const ParameterPairs& after,
    std::optional<Excess> (*excess)(const ParameterPair&, const ParameterPair&))
{
    Excesses excesses;
    SeenParameters seen;
    for (const auto& [key, pair] : after) {
        const auto then = before.find(key);
        if (then == before.end() || !seen.isNew(then->second, pair))
            continue;
        if (const auto one = excess(then->second, pair))
            excesses.push_back(*one);
    }
    return excesses;
}

Excesses partOf(const Excesses& excesses, OptimizerFault::Of of)
{
    Excesses some;
    std::ranges::copy_if(excesses, std::back_inserter(some),
        [&](const Excess& one) { return one.isVector == (of == OptimizerFault::Of::Vectors); });
    return some;
}

double typical(const Excesses& excesses)
{
    std::vector<double> sizes;
    for (const Excess& one : excesses)
        sizes.push_back(std::fabs(one.excess));
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    return *middle;
}

double medianOf(Excesses& excess)
{
    const auto middle = excess.begin() + static_cast<std::ptrdiff_t>(excess.size() / 2);
    std::ranges::nth_element(excess, middle, {}, &Excess::excess);
    return middle->excess;
}

} // namespace dumpscope::core
