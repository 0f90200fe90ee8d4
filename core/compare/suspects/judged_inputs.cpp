// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/judged_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace dumpscope::core {

namespace {

constexpr double kQuiet = 64; ///< units that sums of an operator that was not dumped may differ by
constexpr Form<0> kIdleBias
    = "a bias is moved as far as other parameters but elsewhere than golden's, as optimizers that scale "
      "gradients do with one that is only rounding";
constexpr Form<0> kTurned = "a few elements of what was zero at first are moved as far as other "
                            "parameters but the other way, as optimizers that scale "
                            "gradients do where one is next to zero";

class InputJudge {
public:
    explicit InputJudge(WalkedRun& run)
        : m_run(run)
    {
    }

    JudgedInputs of(const TracedOperator& op, const WalkedPlace& place)
    {
        JudgedInputs inputs;
        for (const TensorError& tensor : op.tensors) {
            if (!tensor.isOutput)
                addInput(tensor, &op, place, inputs);
        }
        if (op.forward.empty())
            return inputs;
        const TracedOperator* const backward = op.isGradientList ? m_run.backwardOf(op) : nullptr;
        // What the forward run kept for the backward one.
        for (auto it = place.forward.lower_bound(op.forward);
             it != place.forward.end() && it->first.starts_with(op.forward); ++it) {
            for (const TensorError* tensor : it->second) {
                if (backward == nullptr || !(tensor->isOutput || tensor->isParameter))
                    addInput(*tensor, nullptr, place, inputs);
            }
        }
        // A weight's gradient sums products of what the module was given in both directions.
        if (backward != nullptr) {
            for (const TensorError& tensor : backward->tensors) {
                if (!tensor.isOutput)
                    addInput(tensor, nullptr, place, inputs);
            }
        }
        return inputs;
    }

private:
    /// `op` if it was given the tensor, null if it kept it.
    void addInput(
        const TensorError& tensor, const TracedOperator* op, const WalkedPlace& place, JudgedInputs& inputs)
    {
        inputs.any = true;
        if (op && isLeftover(tensor, *op, place, m_run)) {
            m_run.addEffect(tensor.row, phrase("what stood in the memory that is written here"));
            return;
        }
        inputs.anyDiffers |= tensor.differs;
        inputs.anyUnmeasured |= !tensor.hasNumbers || tensor.isBroken;
        inputs.hasExtremesOnly |= tensor.hasExtremesOnly;
        const bool isGross = tensor.hasNumbers && !std::isfinite(tensor.relative);
        if (isReshaped(tensor, place) || (place.choice > 0 && isGross && !tensor.isBroken))
            return;
        if (tensor.isBroken || isGross) {
            inputs.anyBroken = true;
            inputs.anyNonFinite |= isSpoilt(tensor);
            if (op && isSpoilt(tensor) && !m_run.hasNonFiniteBefore(*op, place)
                && !isOfNonFinite(inputs.wrong.reason))
                inputs.wrong = {SuspectReason::NonFiniteInput, kInfiniteError, &tensor, 0, 0};
            if (op && !tensor.isBroken)
                judgeFilled(tensor, *op, place, inputs);
            return;
        }
        if (op && tensor.isInteger && differsForSure(tensor) && !place.sawWrongChoice) {
            inputs.choice = &tensor;
            return;
        }
        // A checksum, or one parameter of a model that agrees bit for bit elsewhere.
        const bool isFact
            = !tensor.hasNumbers || (tensor.isParameter && m_run.parametersOf(place.step).mostlyAgree());
        if (op && isFact && differsForSure(tensor) && !isOfNonFinite(inputs.wrong.reason)
            && isUnmade(tensor, *op, place))
            inputs.wrong = {SuspectReason::WrongInput, kInfiniteError, &tensor, 0, 0};
        if (!tensor.hasNumbers)
            return;
        const double usual = m_run.expected(tensor, place.step);
        double relative = tensor.relative;
        if (tensor.basis == PairBasis::Statistics && !tensor.isInteger) {
            const auto carried = place.carried.find(tensor.fingerprint);
            relative = std::max(
                {relative, tensor.largest, usual, carried == place.carried.end() ? 0 : carried->second});
        }
        if (op && relative > kSuspectScore * usual && m_run.idle().contains(tensor, *op))
            m_run.addEffect(tensor.row, kIdleBias);
        else if (op && relative > kSuspectScore * usual
            && m_run.idle().isTurned(tensor, *op, kSuspectScore * usual))
            m_run.addEffect(tensor.row, kTurned);
        else if (op)
            judgeInput(tensor,
                std::max({isQuiet(tensor, *op, place) ? std::min(usual, kQuiet * tensor.unit) : usual,
                    m_run.mostBefore(tensor, *op, place),
                    // Whichever rows a router chose, parameters are what they were.
                    tensor.isParameter                       ? 0.0
                        : tensor.isWhole || tensor.isInteger ? place.mostChoice
                                                             : place.choice}),
                place, inputs);
        double largest = std::max(tensor.largest, usual);
        // Extremes that agree say nothing of the elements between; three standard deviations of these.
        if (tensor.basis == PairBasis::Statistics && tensor.goldenMax > 0)
            largest = std::max(largest, 3 * tensor.relative * tensor.goldenRms() / tensor.goldenMax);
        // Statistics do not show the flipped element, only what it adds to the norm and the mean.
        if (tensor.goldenMax > 0 && place.stepped.contains(tensor.fingerprint))
            largest = std::max(largest, tensor.relative * tensor.goldenNorm / tensor.goldenMax);
        // Nor do they show the element that a gate let through on one side only.
        if (tensor.basis == PairBasis::Statistics && place.gatedTensors.contains(tensor.fingerprint))
            largest = std::max(largest, 1.0);
        inputs.errors.push_back({&tensor, relative, largest});
        inputs.worst = std::max(inputs.worst, tensor.relative);
    }

    /// Everything so far agrees bit for bit, what this kind of operator was given before as well: the noise
    /// of the run, which others make behind it, explains nothing here.
    static bool isQuiet(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place)
    {
        return !tensor.isParameter && place.most == 0 && place.repeated.contains(op.type);
    }

    /// An input that is all zero in golden and not in the target, against the largest of the operator.
    void judgeFilled(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place,
        JudgedInputs& inputs) const
    {
        double largest = 0;
        for (const TensorError& other : op.tensors)
            largest = std::max(largest, other.goldenMax);
        if (tensor.isInteger || !(largest > 0) || place.wrong.contains(tensor.fingerprint))
            return;
        const double explained
            = std::max(m_run.expected(tensor, op.step), m_run.mostBefore(tensor, op, place));
        const double score = errorRatio(tensor.maxError / largest, explained);
        if (score > inputs.wrong.score)
            inputs.wrong = {SuspectReason::WrongInput, score, &tensor, explained, 0};
    }

    /// Of a checksum that differs: whether nothing earlier differs that could have made it so.
    [[nodiscard]] bool isUnmade(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        return (!tensor.isParameter || !m_run.parametersOf(op.step).mostlyDiffer())
            && m_run.mostBefore(tensor, op, place) == 0;
    }

    /// Whether some earlier operator can have made the error of an input.
    static void judgeInput(
        const TensorError& tensor, double explained, const WalkedPlace& place, JudgedInputs& inputs)
    {
        const auto seen = place.wrong.find(tensor.fingerprint);
        if (tensor.isInteger || tensor.isSlight
            || (seen != place.wrong.end() && 2 * seen->second >= tensor.relative))
            return;
        const double score = errorRatio(tensor.relative, explained);
        if (score > 1 && score > inputs.wrong.score)
            inputs.wrong = {SuspectReason::WrongInput, score, &tensor, explained, 0};
    }

    WalkedRun& m_run;
};

} // namespace

JudgedInputs judgeInputs(const TracedOperator& op, const WalkedPlace& place, WalkedRun& run)
{
    return InputJudge(run).of(op, place);
}

bool isLeftover(
    const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run)
{
    return tensor.differs && tensor.isFirstInput && tensor.hasNumbers && !tensor.isBroken
        && !tensor.hasNonFinite && writesOverFirstInput(op.type)
        && tensor.relative > kSuspectScore * run.expected(tensor, place.step)
        && !place.wrong.contains(tensor.fingerprint) && !place.seen.contains(tensor.fingerprint);
}

UnseenError unseenError(
    const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run, JudgedInputs& inputs)
{
    bool isWhole = op.isGradientList || !inputs.any;
    if (op.isModule) {
        const auto isPart = [&](std::string_view path) {
            return path.size() > op.modulePath.size() && path.starts_with(op.modulePath)
                && path[op.modulePath.size()] == '.';
        };
        isWhole |= place.sawParts || std::any_of(place.modules.begin(), place.modules.end(), isPart);
    }
    double error = isWhole ? place.most : 0;
    // Two gradients that are nothing but rounding differ by √2, twice what is explained.
    if (op.isGradientList)
        error = std::min(error, std::sqrt(0.5));
    error = std::max(error, place.choice);
    inputs.anyBroken |= isWhole && place.isBroken;
    if (op.nature == OperatorNature::Collective) {
        const double others = run.collectiveError(op);
        if (std::isfinite(others))
            error = std::max(error, others);
        else
            inputs.anyBroken = inputs.anyNonFinite = true;
    }
    return {error, std::max(error, isWhole ? place.mostLargest : 0)};
}

} // namespace dumpscope::core
