// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/curve_scale.h"

#include "base/round_ticks.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr double kLeastSpan = 30;  ///< of magnitudes that are worth decades
constexpr double kMostDecades = 6; ///< of a symmetric scale, on each side of zero

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
    std::vector<double> ticks;
    if (!(from < to) || !std::isfinite(to - from) || most == 0)
        return ticks;
    if (m_kind == Kind::Linear)
        return roundTicks(from, to, most).values;
    // Powers of ten; of a symmetric scale with both signs, and zero between them.
    const auto firstDecade = static_cast<int>(std::floor(
        std::log10(m_kind == Kind::Symmetric ? m_threshold : std::pow(10, std::max(from, -307.0)))));
    const double farthest = std::max(std::abs(from), std::abs(to));
    const int decades = static_cast<int>(m_kind == Kind::Symmetric ? farthest : to - from) + 2;
    for (int stride = 1; stride <= 2 * decades; ++stride) {
        ticks.clear();
        const auto take = [&](double value) {
            const double at = level(value);
            if (at >= from && at <= to)
                ticks.push_back(value);
        };
        for (int i = decades; m_kind == Kind::Symmetric && i > 0; --i) {
            if (i % stride == 0)
                take(-std::pow(10, firstDecade + i));
        }
        if (m_kind == Kind::Symmetric)
            take(0);
        for (int i = m_kind == Kind::Symmetric ? 1 : 0; i <= decades; ++i) {
            if (i % stride == 0)
                take(std::pow(10, firstDecade + i));
        }
        if (ticks.size() <= most)
            break;
    }
    return ticks;
}

} // namespace dumpscope::core
