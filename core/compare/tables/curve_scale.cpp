// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/curve_scale.h"

#include "base/round_ticks.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace dumpscope::core {

namespace {

constexpr double kLeastSpan = 30;  ///< of magnitudes that are worth decades
constexpr double kMostDecades = 6; ///< of a symmetric scale, on each side of zero

using Inside = std::function<bool(double)>;

/// One number alone does not say how far it is to the next: where there is room for two, there are two.
std::vector<double> linearTicks(double from, double to, std::size_t most)
{
    constexpr std::size_t kFiner = 8;
    std::vector<double> ticks = roundTicks(from, to, most).values;
    for (std::size_t more = most + 1; most >= 2 && ticks.size() < 2 && more <= most + kFiner; ++more) {
        const std::vector<double> finer = roundTicks(from, to, more).values;
        if (finer.size() >= 2)
            ticks = {finer.front(), finer.back()};
    }
    return ticks;
}

/// Of all decades between two levels those whose exponents a stride divides.
std::vector<double> decades(int first, int last, int stride, const Inside& isInside)
{
    std::vector<double> ticks;
    for (int decade = first; decade <= last; ++decade) {
        if (const double value = std::pow(10, decade); decade % stride == 0 && isInside(value))
            ticks.push_back(value);
    }
    return ticks;
}

/// 1, 2 and 5 of each decade, else powers of ten.
std::vector<double> logarithmicTicks(double from, double to, std::size_t most, const Inside& isInside)
{
    const int first = static_cast<int>(std::floor(std::max(from, -307.0)));
    const int last = static_cast<int>(std::ceil(std::min(to, 308.0)));
    const auto finer = [&](int decade, std::vector<double>& ticks) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (const double value = factor * std::pow(10, decade); isInside(value))
                ticks.push_back(value);
        }
    };
    std::vector<double> ticks;
    for (int decade = first; decade <= last && ticks.size() <= most; ++decade)
        finer(decade, ticks);
    if (ticks.size() <= most)
        return ticks;
    for (int stride = 1; stride <= last - first + 1; ++stride) {
        ticks = decades(first, last, stride, isInside);
        if (ticks.size() <= most)
            break;
    }
    if (ticks.size() >= 2 || most < 2)
        return ticks;
    ticks = decades(first, last, 1, isInside);
    for (int decade = first; decade <= last && ticks.size() < 2; ++decade) {
        ticks.clear();
        for (int all = first; all <= decade; ++all)
            finer(all, ticks);
    }
    return ticks.size() < 2 ? ticks : std::vector<double> {ticks.front(), ticks.back()};
}

/// Zero and powers of ten above 10^`above` on both sides of it, the largest among them.
std::vector<double> symmetricTicks(int above, int last, std::size_t most, const Inside& isInside)
{
    int top = last;
    while (top > above && !isInside(std::pow(10, top)) && !isInside(-std::pow(10, top)))
        --top;
    std::vector<double> ticks;
    for (int stride = 1; stride <= top - above; ++stride) {
        ticks.clear();
        if (isInside(0))
            ticks.push_back(0);
        for (int decade = top; decade > above; decade -= stride) {
            for (const double value : {std::pow(10, decade), -std::pow(10, decade)}) {
                if (isInside(value))
                    ticks.push_back(value);
            }
        }
        if (ticks.size() <= most)
            break;
    }
    // Zero, then the largest on one side.
    if (ticks.empty() && isInside(0))
        ticks.push_back(0);
    ticks.resize(std::min(ticks.size(), most));
    std::ranges::sort(ticks);
    return ticks;
}

} // namespace

CurveScale CurveScale::of(const RunCurves::Chart& chart, bool canBeLogarithmic)
{
    RunCurves::Span extent;
    double leastMagnitude = 0;
    const auto take = [&](const RunCurves::Curve& curve) {
        extent.add(curve.all);
        if (curve.leastMagnitude > 0 && (leastMagnitude == 0 || curve.leastMagnitude < leastMagnitude))
            leastMagnitude = curve.leastMagnitude;
    };
    if (chart.golden)
        take(*chart.golden);
    for (const RunCurves::Curve& curve : chart.targets)
        take(curve);
    CurveScale scale;
    if (!extent.isThere)
        return scale;
    scale.m_hasNumbers = true;
    const double largest = std::max(std::abs(extent.least), std::abs(extent.most));
    // Compared by division: a product could leave the range of numbers.
    if (canBeLogarithmic && largest > 0 && largest / kLeastSpan >= leastMagnitude) {
        scale.m_kind = extent.least > 0 ? Kind::Logarithmic : Kind::Symmetric;
        scale.m_threshold = std::max(leastMagnitude, largest / std::pow(10, kMostDecades));
    }
    scale.m_least = scale.level(extent.least);
    scale.m_most = scale.level(extent.most);
    return scale;
}

double CurveScale::level(double value) const
{
    switch (m_kind) {
    case Kind::Linear:
        break;
    case Kind::Logarithmic:
        return std::log10(value);
    case Kind::Symmetric:
        return std::copysign(std::log10(1 + std::abs(value) / m_threshold), value);
    }
    return value;
}

std::vector<double> CurveScale::ticks(double from, double to, std::size_t most) const
{
    if (!(from < to) || !std::isfinite(to - from) || most == 0)
        return {};
    const auto isInside = [&](double value) { return level(value) >= from && level(value) <= to; };
    switch (m_kind) {
    case Kind::Linear:
        break;
    case Kind::Logarithmic:
        return logarithmicTicks(from, to, most, isInside);
    case Kind::Symmetric: {
        const int above = static_cast<int>(std::floor(std::log10(m_threshold)));
        const int decades = static_cast<int>(std::max(std::abs(from), std::abs(to))) + 2;
        return symmetricTicks(above, above + decades, most, isInside);
    }
    }
    return linearTicks(from, to, most);
}

} // namespace dumpscope::core
