// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/explained_error.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

bool isReal(const InheritedError& input)
{
    return !input.tensor->isInteger && input.tensor->hasNumbers && input.tensor->goldenNorm > 0
        && !input.tensor->isAddedMask;
}

/// Terms per element of a sum.
double summed(std::span<const InheritedError> inputs, const TensorError& output)
{
    double terms = 1;
    for (const InheritedError& input : inputs)
        terms = std::max(terms, isReal(input) ? input.tensor->count / output.count : 1);
    return terms;
}

/// The same of a product of matrices or a convolution.
double products(std::span<const InheritedError> inputs, const TensorError& output)
{
    double terms = 1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (isReal(inputs[i]) && isReal(inputs[j]))
                terms = std::max(
                    terms, std::sqrt(inputs[i].tensor->count * inputs[j].tensor->count / output.count));
        }
    }
    return terms;
}

/// How much larger the terms are than what is left of them: with parts of size a and b and a result of size
/// c, an error of a's last digit is a/c times one of the result's.
double cancellation(OperatorNature nature, bool isElementwise, std::span<const InheritedError> inputs,
    const TensorError& output)
{
    const double result = output.goldenRms();
    if (result <= 0)
        return 1;
    double worst = 1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!isReal(inputs[i]))
            continue;
        const TensorError& a = *inputs[i].tensor;
        if (nature == OperatorNature::Linear && inputs[i].isTerm)
            worst = std::max(worst, a.goldenRms() / result);
        for (std::size_t j = 0; nature == OperatorNature::Bilinear && j < i; ++j) {
            if (!isReal(inputs[j]))
                continue;
            const TensorError& b = *inputs[j].tensor;
            // Products that are summed into one element, if the signs are random.
            const double products = isElementwise ? std::max(a.count, b.count) / output.count
                                                  : std::sqrt(a.count * b.count / output.count);
            worst = std::max(
                worst, a.goldenRms() * b.goldenRms() * std::sqrt(std::max(products, 1.0)) / result);
        }
    }
    return worst;
}

/// The same for an error that sits in a single element: it meets the largest element of the other factor.
double concentration(OperatorNature nature, std::span<const InheritedError> inputs, const TensorError& output)
{
    if (output.goldenMax <= 0)
        return 1;
    double worst = 1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!isReal(inputs[i]))
            continue;
        const double a = inputs[i].tensor->goldenMax;
        if (nature == OperatorNature::Linear && inputs[i].isTerm)
            worst = std::max(worst, a / output.goldenMax);
        for (std::size_t j = 0; nature == OperatorNature::Bilinear && j < i; ++j) {
            if (isReal(inputs[j]))
                worst = std::max(worst, a * inputs[j].tensor->goldenMax / output.goldenMax);
        }
    }
    return worst;
}

/// Relative errors of small inputs become those of large outputs: rms / smallest of what is inverted.
double inversion(OperatorNature nature, std::span<const InheritedError> inputs)
{
    constexpr double kUnknown = 30, kMost = 1000;
    double worst = 1;
    if (nature == OperatorNature::Exponential) {
        // Beyond this stands a mask, which has no part in the sum and hides how large the others are.
        constexpr double kLargestExponent = 16;
        for (const InheritedError& input : inputs) {
            if (isReal(input) && input.tensor->goldenMax <= kLargestExponent)
                worst = std::max(worst, input.tensor->goldenMax);
        }
        return worst;
    }
    if (nature != OperatorNature::Inverting)
        return worst;
    worst = 2; // squares and quotients
    for (const InheritedError& input : inputs) {
        if (!isReal(input))
            continue;
        const double low = input.tensor->goldenLow;
        worst = std::max(worst, low > 0 ? std::min(kMost, input.tensor->goldenRms() / low) : kUnknown);
    }
    return worst;
}

/// Elements nearer to a step than their error may fall on its other side. With values spread evenly between
/// steps of one, 2·|error| of them do; a count that small scatters by its root.
void addFlips(std::span<const InheritedError> inputs, const TensorError& output, ExplainedError& explained)
{
    double reach = 0;
    for (const InheritedError& input : inputs) {
        if (!input.tensor->hasNumbers)
            continue;
        reach = std::max({reach, input.tensor->largest * input.tensor->goldenMax,
            kRoundingRms * input.tensor->unit * input.tensor->goldenMax});
    }
    const double flips = std::min(2 * reach, 1.0) * output.count;
    const double most = std::min(flips + 3 * std::sqrt(flips) + 3, output.count);
    const double norm = output.goldenNorm > 0 ? output.goldenNorm : 1;
    const double largest = output.goldenMax > 0 ? output.goldenMax : 1;
    explained.relative = std::hypot(explained.relative, std::sqrt(most) / norm);
    explained.largest = std::hypot(explained.largest, 1 / largest);
}

/// The norm is a mean over many elements, so independent errors move it less than they are. What counts
/// is how many elements carry it.
double explainNorm(std::span<const InheritedError> inputs, const TensorError& output, double relative,
    double factor, double recorded)
{
    const double carriers = output.goldenMax > 0 ? std::pow(output.goldenNorm / output.goldenMax, 2) : 1;
    double square = relative * relative / std::clamp(carriers, 1.0, output.count) + recorded * recorded;
    for (const InheritedError& input : inputs)
        square += std::pow(input.tensor->norm * factor, 2);
    return std::sqrt(square);
}

} // namespace

ExplainedError explainError(OperatorNature nature, bool isElementwise, std::span<const InheritedError> inputs,
    const TensorError& output, double noise, UnseenError unseen)
{
    // Statistics are rounded to the type as well, on both sides.
    const double recorded = output.basis == PairBasis::Statistics ? 2 * kRoundingRms * output.unit : 0;
    double own = std::max({kRoundingRms * std::max(output.unit, output.leastUnit()), recorded, noise});
    // A device sums in float32 and in an order of its own, which moves the last digits of large sums.
    constexpr double kSingle = 0x1p-24, kLongest = 64, kLongestProduct = 1024;
    const bool isProduct = nature == OperatorNature::Bilinear;
    double terms = isProduct ? (isElementwise ? 1 : products(inputs, output)) : summed(inputs, output);
    terms = std::min(terms, isProduct ? kLongestProduct : kLongest);
    // What made it is not seen, and may be a product, as a term of a reduction is.
    if (inputs.empty() && output.basis == PairBasis::Elements)
        terms = kLongestProduct;
    if (terms >= 2)
        own = std::hypot(own, kRoundingRms * std::min(output.unit, kSingle) * std::sqrt(terms));
    const double cancelled = cancellation(nature, isElementwise, inputs, output);
    const double factor = cancelled * inversion(nature, inputs);
    double relative = 0, largest = 0;
    for (const InheritedError& input : inputs) {
        relative += input.relative * input.relative;
        largest += input.largest * input.largest;
    }
    relative = std::max(std::sqrt(relative), unseen.relative);
    largest = std::max(std::sqrt(largest), unseen.largest);
    // Of a product or a square of what is off by far the error is that of both factors.
    const bool multiplies = nature == OperatorNature::Bilinear || nature == OperatorNature::Inverting
        || std::ranges::any_of(inputs, [](const InheritedError& input) { return !input.isTerm; });
    if (multiplies && relative > 1)
        relative += relative * relative;
    if (multiplies && largest > 1)
        largest += largest * largest;
    ExplainedError explained;
    explained.relative = std::hypot(own * cancelled, relative * factor);
    // The worst of many elements scatters more than their mean.
    explained.largest = 1.5
        * std::hypot(3 * own * cancelled, largest * std::max(factor, concentration(nature, inputs, output)));
    // A recorded norm is a sum in float32, of which the last digit depends on the order.
    constexpr double kLastDigit = 0x1p-23;
    explained.norm = explainNorm(
        inputs, output, explained.relative, factor, recorded > 0 ? std::hypot(recorded, kLastDigit) : 0);
    const bool anyError = relative > 0;
    if ((nature == OperatorNature::Stepping || output.isInteger) && (anyError || !output.isInteger))
        addFlips(inputs, output, explained);
    return explained;
}

double gatedError(double error, double count)
{
    const double flips = std::min(error, 1.0) * count;
    return std::sqrt(std::min((flips + 3 * std::sqrt(flips) + 3) / count, 1.0));
}

void explainGates(
    std::span<const InheritedError> inputs, const TensorError& output, ExplainedError& explained)
{
    double error = 0;
    for (const InheritedError& input : inputs) {
        if (isReal(input))
            error = std::max(error, std::min(input.tensor->relative, 1.0));
    }
    if (error == 0)
        return;
    const double gated = gatedError(error, output.count);
    explained.relative = std::hypot(explained.relative, gated);
    explained.largest = std::hypot(explained.largest, 1);
    explained.norm = std::hypot(explained.norm, gated);
}

} // namespace dumpscope::core
