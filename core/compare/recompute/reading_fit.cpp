// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/reading_fit.h"

#include "compare/elements/significand.h"
#include "compare/suspects/explained_error.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What the type of an output and the way it is summed up allow.
class Tolerance {
public:
    Tolerance(const Reading& reading, const OperatorCall& call, double noise)
    {
        const int bits = call.significand;
        const DType type = call.outputType;
        if (bits == 0)
            return; // integers are exact
        const double unit = std::ldexp(1.0, -bits);
        // Half types are summed up in float32 by everything that is meant to be used with them.
        const double accumulation = std::min(unit, 0x1p-24) * std::sqrt(reading.terms);
        m_relative = std::hypot(kRoundingRms * unit * reading.roundings, kRoundingRms * accumulation);
        if (reading.isProduct)
            m_relative = std::hypot(m_relative, noise);
        m_step = smallestNormal(type) * 2 * unit;
        m_largest = largestFinite(type);
        constexpr int kHalfBits = 11;
        m_isHalf = bits <= kHalfBits && type != DType::BFloat16;
    }
    [[nodiscard]] double of(const ExactElement& element) const
    {
        return std::hypot(m_relative * std::max(element.magnitude, std::fabs(element.value)), m_step);
    }
    /// As the type holds it: too large is infinite.
    [[nodiscard]] double held(double value) const
    {
        return std::fabs(value) > m_largest ? std::copysign(kInfinity, value) : value;
    }
    /// Some devices stop at the largest number instead.
    [[nodiscard]] bool isSaturated(double expected, double found) const
    {
        constexpr double kLargestHalf = 65504;
        if (m_isHalf && std::fabs(expected) > kLargestHalf)
            return std::fabs(found) >= kLargestHalf && (expected > 0) == (found > 0);
        return std::isinf(expected) && std::fabs(found) >= m_largest && (expected > 0) == (found > 0);
    }

private:
    double m_relative = 0, m_step = 0, m_largest = std::numeric_limits<double>::max();
    bool m_isHalf = false; ///< perhaps held widened
};

} // namespace

Result<ReadingFit> fitReading(const Reading& reading, const DumpedCall& side,
    std::span<const std::uint64_t> indices, double noise, TaskContext& task)
{
    const Tolerance tolerance(reading, side.call, noise);
    // The worst of many elements scatters more than their mean (docs/culprit.md).
    constexpr double kWorstOfMany = 4.5;
    const auto betweenChecks
        = static_cast<std::size_t>(std::clamp(0x1p20 / std::max(reading.cost, 1.0), 1.0, 65536.0));
    ReadingFit fit;
    double errors = 0, values = 0, allowed = 0, magnitudes = 0, worst = -1;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (i % betweenChecks == 0)
            TRY_VOID(task.checkStop());
        ExactElement element = reading.at(indices[i]);
        element.value = tolerance.held(element.value);
        const double found = side.output.at(indices[i]);
        double ratio = 0;
        if (!std::isfinite(element.value) || !std::isfinite(found)) {
            const bool same = element.value == found || (std::isnan(element.value) && std::isnan(found))
                || tolerance.isSaturated(element.value, found);
            ratio = same ? 0 : kInfinity;
        } else {
            const double error = std::fabs(found - element.value), most = tolerance.of(element);
            errors += error * error;
            allowed += most * most;
            magnitudes += element.magnitude * element.magnitude;
            values += element.value * element.value;
            ratio = error == 0 ? 0 : error / (kWorstOfMany * most);
        }
        if (ratio > worst) {
            worst = ratio;
            fit.index = indices[i];
            fit.expected = element.value;
            fit.found = found;
        }
    }
    const double norm = std::sqrt(values);
    fit.error = norm > 0 ? std::sqrt(errors) / norm : errors > 0 ? kInfinity : 0;
    fit.explained = norm > 0 ? std::sqrt(allowed) / norm : 0;
    fit.coarseness = magnitudes > 0 ? std::sqrt(errors / magnitudes) : 0;
    const double whole = errors == 0 ? 0 : std::sqrt(errors / allowed);
    fit.score = std::max(whole, worst);
    if (std::isinf(worst))
        fit.error = kInfinity;
    return fit;
}

} // namespace dumpscope::core
