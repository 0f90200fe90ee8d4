// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/scaled_loss.h"

#include "compare/comparison.h"
#include "compare/conclusion/failure_explanation.h"
#include "compare/parameters/optimizer_fault.h"
#include "compare/parameters/recorded_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

struct Counted {
    std::uint64_t otherwise = 0, parameters = 0;
};

/// Parameters that were compared in the steps behind one, and how many of them differ beyond what is
/// explained.
std::map<std::optional<std::int64_t>, Counted> parametersBehind(
    const Comparison& comparison, std::optional<std::int64_t> step)
{
    const PairTable& pairs = *comparison.pairs;
    const FailureExplanation explanation(comparison);
    std::map<std::optional<std::int64_t>, Counted> counts;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const auto own = pairs.target().index->factsOf(pairs.row(row).pair.target).step;
        const Verdict verdict = pairs.row(row).verdict;
        if (!(own > step) || verdict == Verdict::NotComparable || !isTrainedParameter(pairs, row))
            continue;
        Counted& counted = counts[own];
        ++counted.parameters;
        counted.otherwise += verdict == Verdict::Fail && !explanation.fits(row) ? 1 : 0;
    }
    return counts;
}

/// Suspects of a step for nothing but a parameter that is off, however little limits say of it.
std::uint64_t suspectParameters(const Comparison& comparison, std::optional<std::int64_t> step)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(comparison.suspicion.suspects, [&](const Suspect& suspect) {
            return suspect.step == step && suspect.reason == SuspectReason::WrongInput
                && isTrainedParameter(*comparison.pairs, suspect.pairs.front());
        }));
}

} // namespace

std::optional<ScaledLoss> scaledLoss(const Comparison& comparison, const std::optional<OptimizerFault>& fault)
{
    const auto& scales = comparison.suspicion.lossScales;
    if (scales.empty())
        return std::nullopt;
    const auto first = std::ranges::min_element(scales, {}, &LossScale::step);
    const auto isOther = [&](const LossScale& one) { return one.exponent != first->exponent; };
    const auto other = std::ranges::find_if(scales, isOther);
    ScaledLoss loss;
    loss.factor = other == scales.end() ? first->factor()
                                        : fmt::format("{}, {}, ...", first->factor(), other->factor());
    loss.row = first->row;
    for (const auto& [step, counted] : parametersBehind(comparison, first->step)) {
        if (loss.isFault())
            break;
        loss.parameters += counted.parameters;
        const bool isMoved = fault && !fault->accumulates && fault->step == step;
        const std::uint64_t suspects = suspectParameters(comparison, step);
        if (!isMoved && suspects == 0 && 2 * counted.otherwise <= counted.parameters)
            continue;
        loss.step = step;
        loss.parameters = isMoved ? fault->moved : counted.parameters;
        loss.otherwise = isMoved ? fault->otherwise : std::max(counted.otherwise, suspects);
    }
    return loss;
}

Message ScaledLoss::sentence() const
{
    return phrase("the loss is scaled: from it on the gradients are golden's times %1", factor);
}

Message ScaledLoss::reason() const
{
    if (isUnseen())
        return phrase("no later step was compared, so whether the update of parameters takes the factor out "
                      "is not known");
    if (!isFault())
        return phrase("they were judged without that factor, and the parameters of later steps agree");
    return phrase("the update does not take the factor out: %1 of %2 parameters differ in step %3", otherwise,
        parameters, step.value_or(0));
}

} // namespace dumpscope::core
