// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/label_loss.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dumpscope::core {

namespace {

constexpr std::string_view kLosses
    = " crossentropy crossentropyloss nllloss sparsesoftmaxcrossentropywithlogits ";
/// Errors of more rows are not independent: all come of the same weights.
constexpr double kIndependentRows = 8;
/// Extremes are about three times as large as other elements, so errors are more of these than statistics
/// show.
constexpr double kUnseen = 2;

} // namespace

std::optional<double> explainLabelLoss(
    std::string_view type, std::span<const InheritedError> inputs, const TensorError& output)
{
    if (!isListedWord(kLosses, operatorWord(type)) || output.count != 1 || !output.hasNumbers
        || !(output.goldenNorm > 0))
        return std::nullopt;
    const InheritedError* scores = nullptr;
    const TensorError* labels = nullptr;
    for (const InheritedError& input : inputs) {
        if (input.tensor->hasExtremesOnly)
            labels = input.tensor;
        else if (!input.tensor->isInteger && (!scores || input.tensor->count > scores->tensor->count))
            scores = &input;
    }
    if (!scores || !labels || !(labels->count > 0) || scores->tensor->count <= labels->count
        || !std::isfinite(scores->relative))
        return std::nullopt;
    // A mean is no larger than the range of the scores allows.
    const double classes = scores->tensor->count / labels->count;
    const bool isSum = output.goldenNorm > scores->tensor->goldenRange + std::log(classes);
    const double loss = output.goldenNorm / (isSum ? labels->count : 1);
    const double error = kUnseen * scores->relative * scores->tensor->goldenRms();
    return std::numbers::sqrt2 * error / std::sqrt(std::min(labels->count, kIndependentRows)) / loss;
}

} // namespace dumpscope::core
