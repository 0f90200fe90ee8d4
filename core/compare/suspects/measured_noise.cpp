// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/measured_noise.h"

#include "compare/suspects/explained_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dumpscope::core {

namespace {

/// The error that a share of the list stays below; the list is reordered.
double quantile(std::vector<double>& errors, double share)
{
    const auto at
        = errors.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(errors.size() - 1));
    std::nth_element(errors.begin(), at, errors.end());
    return *at;
}

} // namespace

Noise noiseOf(const TracedOperators& operators, PairBasis basis)
{
    std::vector<double> errors;
    std::map<std::optional<std::int64_t>, std::vector<double>> parameters;
    std::size_t outputs = 0;
    double unit = 0;
    for (const TracedOperator& op : operators) {
        for (const TensorError& tensor : op.tensors) {
            if (tensor.basis != basis || !tensor.hasNumbers || tensor.isInteger || tensor.isBroken)
                continue;
            if (tensor.isParameter)
                parameters[op.step].push_back(tensor.relative);
            if (!tensor.isOutput)
                continue;
            unit = std::max(unit, tensor.unit);
            ++outputs;
            if (tensor.relative > 0 && std::isfinite(tensor.relative))
                errors.push_back(tensor.relative);
        }
    }
    // A statistic shows the error times a normal variable: a fifth of these are below 0.25, half below 0.67.
    const bool isShown = basis != PairBasis::Statistics;
    constexpr double kFifthOfNormal = 0.25, kHalfOfNormal = 0.67;
    Noise noise;
    for (auto& [step, ofStep] : parameters) {
        if (ofStep.size() > 1)
            noise.parameters[step] = quantile(ofStep, 0.5) / (isShown ? 1 : kHalfOfNormal);
    }
    if (errors.empty() || 2 * errors.size() < outputs)
        return noise;
    // Single precision may hide bfloat16 inside the operators.
    constexpr double kSingle = 0x1p-20, kBFloat16 = 0x1p-8;
    const double most = unit <= kSingle ? kBFloat16 : isShown ? unit : 2 * kRoundingRms * unit;
    noise.outputs = std::min(most, quantile(errors, 0.2) / (isShown ? 1 : kFifthOfNormal));
    return noise;
}

} // namespace dumpscope::core
