// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/judged_outputs.h"

#include "compare/suspects/label_loss.h"
#include "compare/suspects/small_remainder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr Form<0> kIdleUpdate = "elements without a gradient but rounding are moved as far as others, in "
                                "any direction";
constexpr Form<0> kIdleGradient = "the gradient of a bias is nothing but rounding in golden: what "
                                  "it sums cancels, as before a normalisation";
constexpr Form<0> kTermsAreLost
    = "many terms of one sign are added up in a half type, in which the last of them "
      "are lost";

class OutputJudge {
public:
    explicit OutputJudge(WalkedRun& run)
        : m_run(run)
    {
    }

    Evidence of(const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs,
        const UnseenError& before, WalkedPlace& place)
    {
        // Errors of some rows, wherever they are, do not make a tensor golden's times a number.
        const UnseenError unseen = isScaledCopy(output) && !m_run.sawScaled() ? UnseenError {} : before;
        const double everything = unseen.relative;
        if (output.isNonFinite && !isSpoilt(output))
            return {};
        if (output.isNonFinite) {
            // Where all inputs are known to be golden's, whatever is not finite elsewhere did not come in,
            // but for what was kept in a cache before.
            const bool isOwn = inputs.isMeasured() && !inputs.anyDiffers && !op.isModule && op.forward.empty()
                && !m_run.cached(op, place).isNonFinite;
            const bool isBorn = !inputs.anyNonFinite && (isOwn || !m_run.hasNonFiniteBefore(op, place));
            return isBorn ? Evidence {SuspectReason::NonFinite, kInfiniteError, &output, 0, 0} : Evidence {};
        }
        if (inputs.anyBroken) {
            // What is nothing but rounding is explained by what its own module got.
            if (const auto idle = m_run.explainedIdle(op, output);
                idle && !output.isBroken && errorRatio(output.relative, *idle) <= kSuspectScore)
                return judgeIdle(op, output, *idle, place);
            return hasBrokenPart(op, output, inputs, place) ? byRounding(op, output) : Evidence {};
        }
        if (output.isBroken) {
            if (place.isBroken || op.lacksData)
                return {};
            const auto given = std::count_if(op.tensors.begin(), op.tensors.end(),
                [](const TensorError& tensor) { return !tensor.isOutput; });
            if (place.mostChoice > 0 && hasShapeOfValues(op.type, static_cast<std::size_t>(given))) {
                m_run.addEffect(output.row, kFollowsChoice);
                place.isReshaped = true;
                return {};
            }
            return place.isReshaped ? Evidence {}
                                    : Evidence {SuspectReason::ShapeChange, kInfiniteError, &output, 0, 0};
        }
        if (!output.hasNumbers) {
            // Gradients are often one number repeated, of which some checksums see nothing.
            const bool isUnsure = !op.forward.empty() && place.most > 0;
            const bool isOwn
                = output.differs && inputs.any && !inputs.anyDiffers && everything == 0 && !isUnsure;
            return isOwn ? Evidence {SuspectReason::Bits, kInfiniteError, &output, 0, 0} : Evidence {};
        }
        if (looksUpOtherRows(op, output, inputs, place))
            return {SuspectReason::WrongChoice, kInfiniteError, &output, 0, 0};
        // Sums of the same elements end in other digits.
        if ((output.isSlight || output.isReordered)
            && (inputs.anyDiffers || everything > 0 || place.most > 0))
            return {};
        if (!std::isfinite(output.relative) && !output.isInteger)
            return judgeAgainstNothing(op, output, inputs, everything);
        if (const auto idle = m_run.explainedIdle(op, output))
            return judgeIdle(op, output, *idle, place);
        const bool isElementwise = isElementwiseProduct(op.type);
        const bool isRepeated = repeats(op, output, inputs, everything, isElementwise);
        const double noise = m_run.noiseOfBasis(output).outputs;
        // What the run rounds moves no integer, unless it chooses.
        const double own = output.isInteger ? 0 : noise;
        ExplainedError explained = isRepeated
            ? explainRepeated(op, output, inputs, own)
            : explainError(op.nature, isElementwise, inputs.errors, output, own,
                output.isInteger || output.isWhole ? UnseenError {std::max(everything, place.mostChoice),
                    std::max(unseen.largest, place.mostChoice)}
                                                   : unseen);
        // The worst of many elements is a few standard deviations off.
        constexpr double kWorst = 4.5;
        if (output.basis == PairBasis::Statistics && !isRepeated && !output.isInteger && output.goldenMax > 0)
            explained.largest = std::max(
                explained.largest, kWorst * explained.relative * output.goldenRms() / output.goldenMax);
        // Whoever follows another choice is off in whole rows.
        if (const auto loss = op.forward.empty() && place.mostChoice == 0
                ? explainLabelLoss(op.type, inputs.errors, output)
                : std::nullopt) {
            double unit = output.unit;
            for (const InheritedError& input : inputs.errors)
                unit = std::max(unit, input.tensor->unit);
            explained.relative = std::min(explained.relative, std::hypot(2 * kRoundingRms * unit, *loss));
        }
        const auto sum = summed(op, output, inputs);
        if (sum) {
            explained.relative = std::max(explained.relative, sum->explained());
            explained.largest = std::max(explained.largest, 3 * sum->explained());
        }
        const auto left = explainRemainder(op.type, !op.forward.empty(), inputs.errors, output);
        if (left) {
            explained.relative = std::max(explained.relative, *left);
            explained.largest = std::max(explained.largest, *left);
            explained.norm = std::max(explained.norm, *left);
        }
        const auto update = scaledUpdate(op, output);
        if (update)
            explainUpdate(*update, op, output, inputs, place, explained);
        // They sum over batch and time, which threads cut otherwise, whatever the module is.
        constexpr double kSingleUnit = 0x1p-24, kManyTerms = 256;
        if (op.isGradientList && !output.isInteger) {
            const double cut = kRoundingRms * std::min(output.unit, kSingleUnit) * std::sqrt(kManyTerms);
            explained.relative = std::max(explained.relative, cut);
            explained.largest = std::max(explained.largest, 3 * cut);
        }
        if (const TensorError* const given = op.isGradientList ? givenAs(output, place) : nullptr)
            explainCopy(*given, m_run.expected(output, op.step), explained);
        const bool isGated = !isRepeated && hasGates(op.type, !op.forward.empty());
        if (isGated)
            explainGates(inputs.errors, output, explained);
        if (output.basis == PairBasis::Statistics && !output.isInteger) {
            double& carried = place.carried[output.fingerprint];
            // Of differences with random signs norms and means show the root of their number less, and an
            // eighth once in ten times.
            const double hidden = std::clamp(std::sqrt(output.count), 8.0, 32.0);
            const double most = std::max(hidden * output.relative, m_run.expected(output, op.step));
            carried = std::max(carried, std::min(explained.relative, most));
        }
        if (output.isInteger && choosesEqualValues(op, output, inputs, noise)) {
            explained.relative = std::max(explained.relative, output.relative);
            explained.largest = std::max(explained.largest, output.largest);
        }
        // The extremes of gradients that others add up are off by a few last digits of their largest terms.
        constexpr double kSingle = 0x1p-20, kDigits = 16;
        if (!op.forward.empty() && inputs.anyDiffers && output.basis == PairBasis::Statistics
            && output.unit <= kSingle)
            explained.largest = std::max(explained.largest, kDigits * output.unit);
        Evidence evidence {SuspectReason::Growth, errorRatio(output.relative, explained.relative), &output,
            explained.relative, 0};
        if (const double score
            = std::isfinite(output.largest) ? errorRatio(output.largest, explained.largest) : 0;
            score > evidence.score)
            evidence = {SuspectReason::WorstElement, score, &output, explained.largest, 0};
        const bool hasNorm = output.basis == PairBasis::Statistics && !output.isInteger && everything == 0
            && op.nature != OperatorNature::Stepping && place.mostChoice == 0 // rows may be exchanged
            && place.idle.empty(); // nor are elements off at random behind a bias that is
        if (const double score = hasNorm ? errorRatio(output.norm, explained.norm) : 0;
            score > evidence.score)
            evidence = {SuspectReason::NormChange, score, &output, explained.norm, 0};
        constexpr double kSmall = 0.01,
                         kAll = 0.5; // of all there is: terms are 50 times what is left of them
        constexpr double kRandom = 100;
        // Of products so much less is left than signs at random would leave that any error is explained.
        constexpr double kNothing = 50;
        const bool cancels = inputs.worst <= kSmall
            && (left ? *left >= kAll
                     : !op.forward.empty()
                        && ((op.nature == OperatorNature::Linear && explained.relative >= kAll)
                            || (op.nature == OperatorNature::Bilinear && explained.relative >= kNothing)));
        constexpr double kLost = 0.05;
        const bool isLost = sum && sum->lost() >= kLost;
        const bool isCancelledSum
            = sum && sum->random >= kRandom && output.relative <= kSuspectScore * sum->explained();
        const bool isIdle
            = update && update->isIdle && inputs.worst <= kSuspectScore * m_run.expected(output, op.step);
        if ((cancels || isCancelledSum || isLost || isIdle) && evidence.score <= kSuspectScore
            && output.relative > kSuspectScore * m_run.expected(output, op.step)) {
            const Form<0> why = isIdle ? kIdleUpdate : isLost ? kTermsAreLost : kCancels;
            m_run.addEffect(output.row, phraseOf(why));
            place.idle.try_emplace(output.fingerprint, WalkedPlace::Idle {why, output.relative});
        }
        evidence.noise = isRepeated ? 0 : noise;
        if (isGated && evidence.score > 0 && evidence.score <= kSuspectScore) {
            place.gated = std::max(place.gated, explained.relative);
            place.gatedTensors.insert(output.fingerprint);
        }
        return evidence;
    }

private:
    /// Whether the other shape is one inside the module: what it was given is golden's, as is all before.
    static bool hasBrokenPart(const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs,
        const WalkedPlace& place)
    {
        constexpr double kNotKnown = std::numeric_limits<double>::min(); // how far off the other shape is
        return op.isModule && op.forward.empty() && place.most <= kNotKnown && inputs.any
            && inputs.isMeasured() && !inputs.anyDiffers && output.hasNumbers && !output.isInteger
            && !output.isBroken && std::isfinite(output.relative);
    }
    [[nodiscard]] Evidence byRounding(const TracedOperator& op, const TensorError& output) const
    {
        const double expected = m_run.expected(output, op.step);
        return {SuspectReason::Growth, errorRatio(output.relative, expected), &output, expected, 0};
    }

    /// Where nothing differs before, a lookup of float32 gives golden's elements, but for those of other
    /// indices: of these extremes alone are recorded. Coarser types round sums by more than one row of many.
    static bool looksUpOtherRows(const TracedOperator& op, const TensorError& output,
        const JudgedInputs& inputs, const WalkedPlace& place)
    {
        constexpr std::string_view kLookups
            = " embedding gather gatherv2 gatherv3 gathernd indexselect index getitem take takealongdim ";
        constexpr double kSingle = 0x1p-20;
        const auto isGoldens = [](const TensorError& tensor) {
            return tensor.isOutput || (tensor.hasNumbers && (tensor.isSlight || !tensor.differs));
        };
        return output.differs && !output.isSlight && !output.isReordered && !output.hasNonFinite
            && output.basis == PairBasis::Statistics && !output.isInteger && output.coarserUnit <= kSingle
            && inputs.areIntegersUnseen() && op.forward.empty() && (place.most == 0 || !place.sawOutput)
            && isListedWord(kLookups, operatorWord(op.type)) && std::ranges::all_of(op.tensors, isGoldens);
    }

    /// What a backward operator gave as the gradient of a parameter, where golden's gradient of the parameter
    /// is that and no sum.
    static const TensorError* givenAs(const TensorError& gradient, const WalkedPlace& place)
    {
        const auto given = place.given.find(gradient.count);
        if (given == place.given.end() || gradient.isInteger || gradient.isConstant)
            return nullptr;
        for (const auto& [parameter, gradients] : given->second) {
            const auto same = std::ranges::find_if(gradients, [&](const TensorError* one) {
                return one->fingerprint == gradient.fingerprint && one->basis == gradient.basis;
            });
            if (same != gradients.end())
                return *same;
        }
        return nullptr;
    }

    /// The same tensor once more, but for its type, is as far off: no error before makes it differ from that.
    static void explainCopy(const TensorError& given, double expected, ExplainedError& explained)
    {
        explained.relative = std::min(explained.relative, std::max(expected, given.relative));
        explained.largest = std::min(explained.largest, std::max(3 * expected, given.largest));
        explained.norm = std::min(explained.norm, std::max(expected, given.norm));
    }

    void explainUpdate(const ScaledUpdate& update, const TracedOperator& op, const TensorError& output,
        const JudgedInputs& inputs, WalkedPlace& place, ExplainedError& explained)
    {
        place.moved = std::max(place.moved, update.farthest);
        const double gradient = inputs.anyDiffers
            ? kSuspectScore * std::max(op.tensors[1].relative, m_run.expected(op.tensors[1], op.step))
            : 0;
        const ExplainedError turned = update.explained(output, gradient, place.moved);
        explained.relative = std::max(explained.relative, turned.relative);
        explained.largest = std::max(explained.largest, turned.largest);
        explained.norm = std::max(explained.norm, turned.norm);
        if (!update.isIdle)
            return;
        // Statistics show what random signs leave of the differences.
        constexpr double kHidden = 8;
        const double shown = kHidden * std::sqrt(output.count) * output.errorNorm / output.goldenMax;
        m_run.addIdleUpdate(output, std::min(turned.largest, shown), op.step);
    }

    /// Of gradients that are sums of another one and of nothing else: no products.
    [[nodiscard]] std::optional<GradientSum> summed(
        const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs) const
    {
        const TracedOperator* const giver = op.forward.empty() ? nullptr : m_run.giverOf(op);
        const bool isSum = op.nature == OperatorNature::Smooth
            || (op.nature == OperatorNature::Bilinear && isBesideWeight(output, op));
        auto sum = giver && isSum && !output.isInteger ? gradientSum(output, *giver) : std::nullopt;
        // Statistics show only a part of what the terms are off by.
        const auto given = std::ranges::find_if(
            inputs.errors, [&](const InheritedError& one) { return sum && one.tensor == sum->of; });
        if (given != inputs.errors.end() && std::isfinite(given->relative))
            sum->relative = std::max(sum->relative, given->relative);
        return sum;
    }

    Evidence judgeIdle(const TracedOperator& op, const TensorError& output, double idle, WalkedPlace& place)
    {
        const double score = errorRatio(output.relative, idle);
        if (score <= kSuspectScore && output.relative > kSuspectScore * m_run.expected(output, op.step)) {
            m_run.addEffect(output.row, kIdleGradient);
            place.idle.try_emplace(output.fingerprint, WalkedPlace::Idle {kIdleGradient, output.relative});
        }
        return {SuspectReason::Growth, score, &output, idle, 0};
    }

    /// Where golden is all zero, the inputs say what is large.
    Evidence judgeAgainstNothing(const TracedOperator& op, const TensorError& output,
        const JudgedInputs& inputs, double everything) const
    {
        double rms = 0, largest = 0, relative = everything;
        for (const InheritedError& input : inputs.errors) {
            const double size = input.tensor->goldenRms();
            rms = op.nature == OperatorNature::Bilinear && rms > 0 ? rms * size : std::max(rms, size);
            largest = std::max(largest, input.tensor->goldenMax);
            relative = std::max({relative, input.relative, input.largest});
        }
        if (!(rms > 0))
            return {};
        const double error = output.errorNorm / std::sqrt(output.count) / rms;
        const double explained = std::max(relative, m_run.expected(output, op.step));
        return {SuspectReason::Growth, errorRatio(error, explained), &output, explained, 0};
    }

    /// Whether values in order are as far off as what they were chosen from, so that other places hold values
    /// that nearly tie.
    static bool choosesEqualValues(
        const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs, double noise)
    {
        // With an axis, these give where each value stands as well.
        constexpr std::string_view kPicking = " max min cummax cummin median mode kthvalue ";
        if (!(ordersValues(op.type) || isListedWord(kPicking, operatorWord(op.type))) || !inputs.anyDiffers
            || !output.hasNumbers)
            return false;
        const auto values = std::ranges::find_if(op.tensors, [&](const TensorError& other) {
            return other.isOutput && !other.isInteger && other.hasNumbers && !other.isBroken
                && other.count == output.count;
        });
        if (values == op.tensors.end())
            return false;
        const ExplainedError explained
            = explainError(OperatorNature::Smooth, false, inputs.errors, *values, noise, {});
        return values->relative <= kSuspectScore * explained.relative
            && values->largest <= kSuspectScore * explained.largest;
    }

    /// Whether the operator got on both sides what is equal bit for bit, and is of a kind that has no coarser
    /// way to compute: the noise of the run, which others make, explains nothing then.
    static bool repeats(const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs,
        double everything, bool isElementwise)
    {
        if (!inputs.any || inputs.anyDiffers || everything > 0 || !op.forward.empty() || output.isInteger
            || op.isModule)
            return false;
        return op.nature == OperatorNature::Linear || op.nature == OperatorNature::Inverting
            || op.nature == OperatorNature::Stepping
            || (op.nature == OperatorNature::Bilinear && isElementwise);
    }

    /// Equal inputs leave open a few last digits, and no steps.
    static ExplainedError explainRepeated(
        const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs, double noise)
    {
        constexpr double kSingle = 0x1p-20;
        noise = std::min(noise, 4 * output.unit);
        // Equal statistics may hide another last digit, and single precision has several ways to a function.
        if (output.basis == PairBasis::Statistics && output.unit <= kSingle)
            noise = std::max(noise, 2 * output.unit);
        std::vector<InheritedError> equal = inputs.errors;
        for (InheritedError& input : equal)
            input.relative = input.largest = 0;
        return explainError(op.nature == OperatorNature::Stepping ? OperatorNature::Smooth : op.nature,
            isElementwiseProduct(op.type), equal, output, noise, {});
    }

    WalkedRun& m_run;
};

} // namespace

Evidence judgeOutput(const TracedOperator& op, const TensorError& output, const JudgedInputs& inputs,
    const UnseenError& unseen, WalkedPlace& place, WalkedRun& run)
{
    return OutputJudge(run).of(op, output, inputs, unseen, place);
}

} // namespace dumpscope::core
