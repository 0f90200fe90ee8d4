// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/small_remainder.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

std::optional<double> explainRemainder(
    std::string_view type, bool isBackward, std::span<const InheritedError> inputs, const TensorError& output)
{
    // p·(log p − log q), summed up; and g − p·Σg.
    constexpr std::string_view kForward = " kldiv kldivloss ";
    constexpr std::string_view kBackward = " softmax logsoftmax softmaxv2 logsoftmaxv2 ";
    constexpr double kTerms = 2; // of a difference
    if (!isListedWord(isBackward ? kBackward : kForward, operatorWord(type)) || !output.hasNumbers
        || !(output.goldenNorm > 0))
        return std::nullopt;
    double error = 0;
    for (const InheritedError& input : inputs) {
        if (!std::isfinite(input.relative) || input.tensor->isInteger)
            return std::nullopt;
        const double relative = std::hypot(input.relative, kRoundingRms * input.tensor->unit);
        error = std::max(error, relative * input.tensor->goldenRms());
    }
    return kTerms * error / output.goldenRms();
}

} // namespace dumpscope::core
