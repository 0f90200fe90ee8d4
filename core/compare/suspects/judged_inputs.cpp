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
constexpr Form<0> kTurned = "a few elements of a parameter are moved as far as others but elsewhere, as "
                            "optimizers that scale gradients do where one is next to zero";
constexpr Form<0> kChosenElsewhere
    = "a gradient has golden's size but stands at other elements, as behind a choice between values that "
      "nearly tie (topk, max)";

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
        if (const auto masked = place.masked.find(tensor.fingerprint); masked != place.masked.end()) {
            if (op)
                m_run.addEffect(tensor.row, masked->second.why);
            // Beside the mask it is off by what it was made of.
            for (const InheritedError& given : masked->second.given) {
                inputs.anyDiffers |= given.tensor->differs;
                inputs.errors.push_back(given);
                inputs.worst = std::max(inputs.worst, given.tensor->relative);
            }
            return;
        }
        inputs.anyDiffers |= tensor.differs;
        inputs.anyUnmeasured |= !tensor.hasNumbers || tensor.isBroken;
        inputs.hasExtremesOnly |= tensor.hasExtremesOnly;
        const bool isGross = tensor.hasNumbers && !std::isfinite(tensor.relative);
        if (isReshaped(tensor, place) || (place.choice > 0 && isGross && !tensor.isBroken))
            return;
        if (tensor.isBroken || isGross) {
            // No operator of the dump made it: a view or a slice that was not dumped did. Where no output is
            // compared, the operator may be a part of one (a product that is computed in parts).
            if (op && std::ranges::any_of(op->tensors, &TensorError::isOutput) && tensor.hasOtherShape
                && !tensor.isNonFinite && !tensor.isParameter && !place.isBroken && place.most == 0
                && place.sawOutput && op->forward.empty() && inputs.wrong.score == 0)
                inputs.wrong = {SuspectReason::ShapeChange, kInfiniteError, &tensor, 0, 0};
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
        // The checksum of what is written over is often computed behind it.
        // Last digits are no fact either: an optimizer may have run before in the same step.
        constexpr double kLastDigits = 2; // units
        const bool isRounded = tensor.isParameter && tensor.hasNumbers
            && ((m_run.isMoved(place.step)
                    && tensor.relative <= kSuspectScore * m_run.expected(tensor, place.step))
                || (tensor.relative > 0 && tensor.relative <= kLastDigits * tensor.unit));
        const bool isFact = (!tensor.hasNumbers && !tensor.isWrittenOver)
            || (tensor.isParameter && !isRounded && m_run.parametersOf(place.step).mostlyAgree());
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
            takeIdle(tensor, kIdleBias, inputs);
        else if (op && relative > kSuspectScore * usual
            && m_run.idle().isTurned(tensor, *op, kSuspectScore * usual))
            takeIdle(tensor, kTurned, inputs);
        else if (op && relative > kSuspectScore * usual && !wasSeen(tensor, *op, place)
            && relative <= kSuspectScore * cancelled(tensor, *op, place))
            inputs.idle.push_back({&tensor, kCancels});
        else if (op && relative > kSuspectScore * usual && !wasSeen(tensor, *op, place)
            && isChosenElsewhere(tensor, *op, usual, place))
            takeIdle(tensor, kChosenElsewhere, inputs);
        else if (op)
            judgeInput(tensor, *op, explainedInput(tensor, *op, usual, place), place, inputs);
        if (op && tensor.isParameter)
            relative = std::max(relative,
                m_run.idle().hidden(tensor, *op, kSuspectScore * std::max(usual, place.gradientsBefore)));
        double largest = std::max(tensor.largest, usual);
        constexpr double kHidden = 2; // times what statistics show
        // Extremes that agree say nothing of the elements between; three standard deviations of these.
        if (tensor.basis == PairBasis::Statistics && tensor.goldenMax > 0)
            largest = std::max(largest,
                3 * std::min(relative, kHidden * std::max(tensor.relative, usual)) * tensor.goldenRms()
                    / tensor.goldenMax);
        if (tensor.isParameter)
            largest = std::max(largest, m_run.idleUpdate(tensor));
        // Statistics do not show the flipped element, only what it adds to the norm and the mean.
        if (tensor.goldenMax > 0 && place.stepped.contains(tensor.fingerprint))
            largest = std::max(largest, tensor.relative * tensor.goldenNorm / tensor.goldenMax);
        // Nor do they show the element that a gate let through on one side only.
        if (tensor.basis == PairBasis::Statistics && place.gatedTensors.contains(tensor.fingerprint))
            largest = std::max(largest, 1.0);
        // x + value·a·b and x + value·a/b: with what is left of the sum x alone compares.
        const bool isTerm
            = tensor.isFirstInput || !op || !isListedWord(" addcmul addcdiv ", operatorWord(op->type));
        inputs.errors.push_back({&tensor, relative, largest, isTerm});
        inputs.worst = std::max(inputs.worst, tensor.relative);
    }

    void takeIdle(const TensorError& tensor, Form<0> why, JudgedInputs& inputs)
    {
        m_run.addEffect(tensor.row, phraseOf(why));
        inputs.idle.push_back({&tensor, why});
    }

    /// Everything so far agrees bit for bit, what this kind of operator was given before as well: the noise
    /// of the run, which others make behind it, explains nothing here.
    static bool isQuiet(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place)
    {
        return !tensor.isParameter && place.most == 0 && place.repeated.contains(op.type);
    }

    /// The error of a gradient that is a sum of others which nearly cancel, by an operator that was not
    /// dumped: of what was made just before, or of a bias beside its weight, as optimizers are given them.
    double cancelled(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        constexpr double kCancels = 0.01, kAgrees = 0.05;
        constexpr double kAlike = 4; // of a weight's gradient, which sums other products
        const double rms = tensor.goldenRms();
        if (!(rms > 0))
            return 0;
        if (op.forward.empty() && !changesFirstInput(op.type))
            return 0;
        double error = changesFirstInput(op.type) ? addedUp(tensor, op, place) : 0;
        const auto take = [&](const TensorError& other, double factor) {
            if (rms > kCancels * factor * other.goldenRms() || !(other.relative <= kAgrees))
                return;
            const double of = std::max(other.relative, m_run.expected(other, op.step)) * other.goldenRms();
            error = std::max(error, std::isfinite(of) ? factor * of : 0);
        };
        if (changesFirstInput(op.type)) {
            const auto last = place.last.find(op.type);
            const std::size_t at = static_cast<std::size_t>(&tensor - op.tensors.data());
            if (last == place.last.end() || at >= last->second->tensors.size())
                return error / rms;
            const TensorError& weight = last->second->tensors[at];
            if (!weight.isOutput && weight.hasNumbers && !weight.isBroken && !weight.isInteger
                && weight.count > tensor.count && std::fmod(weight.count, tensor.count) == 0)
                take(weight, kAlike);
            return error / rms;
        }
        constexpr double kUnits = 16; // of what is left of larger gradients
        for (const auto& [other, isGradient] : place.recent) {
            if (!isGradient) // gradients are sums of gradients
                continue;
            if (other != nullptr && rms <= kCancels * other->goldenRms())
                error = std::max(error, kUnits * other->unit * other->goldenRms());
            if (other != nullptr && other->count > tensor.count && std::fmod(other->count, tensor.count) == 0)
                take(*other, std::sqrt(other->count / tensor.count));
        }
        return error / rms;
    }

    /// The error of what an optimizer is given as the gradient of a parameter that was used several times:
    /// the parts were given by backward operators, and more is lost of their sum the more they cancel.
    double addedUp(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        constexpr double kLarger = 4;
        const auto given = place.given.find(tensor.count);
        if (given == place.given.end())
            return 0;
        double most = 0;
        for (const auto& [parameter, gradients] : given->second) {
            double square = 0;
            for (const TensorError* const part : gradients) {
                if (part->goldenNorm >= kLarger * tensor.goldenNorm)
                    square += std::pow(
                        std::max(part->relative, m_run.expected(*part, op.step)) * part->goldenNorm, 2);
            }
            if (gradients.size() >= 2)
                most = std::max(most, square);
        }
        return std::sqrt(most / tensor.count);
    }

    /// A gradient of golden's size at other elements: the forward run chose otherwise between values that
    /// nearly tie, by an operator that was not dumped beside others that choose, or that are not dumped at
    /// all. Where nothing differs before, no choice does.
    bool isChosenElsewhere(
        const TensorError& tensor, const TracedOperator& op, double usual, const WalkedPlace& place) const
    {
        constexpr double kSeen = 0.1;                  // elements that changed their place
        const double ties = place.most * tensor.count; // elements that lie as near to one another
        return (place.mayChoose || !place.sawOperators) && !op.forward.empty()
            && tensor.basis == PairBasis::Elements && tensor.relative >= kSeen && ties >= 1
            && m_run.noiseOfBasis(tensor).outputs > 0 && tensor.norm <= kSuspectScore * usual;
    }

    /// The error of an input that what came before explains.
    double explainedInput(
        const TensorError& tensor, const TracedOperator& op, double usual, const WalkedPlace& place) const
    {
        if (isQuiet(tensor, op, place))
            usual = std::min(usual, kQuiet * tensor.unit);
        // Golden gives once more what the target had as well: whatever went wrong since has not made it
        // wrong.
        if (!tensor.isParameter && !tensor.isConstant && place.agreed.contains(tensor))
            return usual;
        if (tensor.isWritten) // no error before has made it so
            return usual;
        // Whichever rows a router chose, parameters are what they were.
        const double choice = tensor.isParameter || isScaledCopy(tensor) ? 0
            : tensor.isWhole || tensor.isInteger                         ? place.mostChoice
                                                 : place.choice * inFewRows(tensor, place);
        double before = isScaledCopy(tensor) && !m_run.sawScaled() ? 0 : m_run.mostBefore(tensor, op, place);
        if (const auto reach = m_run.idle().reach(tensor, op))
            before = std::min(before, *reach);
        if (const auto farthest = m_run.idle().reachOfElement(tensor, op); farthest && tensor.maxError > 0)
            before = std::min(before, tensor.relative * *farthest / tensor.maxError);
        // Where paths of the model meet, gradients are added by an operator that no dump has.
        constexpr double kMeet = 2;
        return (op.forward.empty() ? 1 : kMeet)
            * std::max({usual, before, choice, flattened(tensor, place),
                op.forward.empty() && !changesFirstInput(op.type) ? pickedOut(tensor, place) : 0});
    }

    /// The rows that were chosen otherwise may all be in the queue of one expert, which has few.
    static double inFewRows(const TensorError& tensor, const WalkedPlace& place)
    {
        return place.choice > 0 && tensor.rows < place.choiceRows
            ? std::min(std::sqrt(place.choiceRows / std::max(tensor.rows, 1.0)), 1 / place.choice)
            : 1;
    }

    /// What was made just before has as many elements and is off by as much, but is larger: a function of a
    /// slope of at most one (relu, sigmoid) that was not dumped leaves less of it.
    static double flattened(const TensorError& tensor, const WalkedPlace& place)
    {
        constexpr double kMost = 0.01;
        if (tensor.isParameter || !(tensor.goldenNorm > 0))
            return 0;
        double error = 0;
        for (const auto& [other, isGradient] : place.recent) {
            if (other != nullptr && other->count == tensor.count && std::isfinite(other->relative))
                error = std::max(error, other->errorNorm / tensor.goldenNorm);
        }
        return std::min(error, kMost);
    }

    /// An element or a few of a larger tensor that was made before (`x[i]`, which no dump has) are off by
    /// what elements of that are, however small they are themselves.
    static double pickedOut(const TensorError& tensor, const WalkedPlace& place)
    {
        constexpr double kLarger = 4;
        if (tensor.isParameter || !(tensor.goldenNorm > 0))
            return 0;
        double error = 0;
        for (const auto& [other, isGradient] : place.recent) {
            if (other == nullptr || isGradient || other->isInteger || other->unit != tensor.unit
                || other->count < kLarger * tensor.count || other->goldenMax < tensor.goldenMax
                || !std::isfinite(other->relative))
                continue;
            error = std::max({error, other->maxError, other->relative * other->goldenRms(),
                kRoundingRms * other->unit * other->goldenMax});
        }
        return std::min(error / tensor.goldenRms(), 1.0);
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

    /// Whether an earlier operator was seen to make the error: in the same step, or, of what optimizers keep,
    /// in the step before.
    static bool wasSeen(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place)
    {
        const auto isIn = [&](const WalkedPlace& one) {
            const auto seen = one.wrong.find(tensor.fingerprint);
            return seen != one.wrong.end() && 2 * seen->second >= tensor.relative;
        };
        return isIn(place) || (changesFirstInput(op.type) && place.before != nullptr && isIn(*place.before));
    }

    /// Whether some earlier operator can have made the error of an input.
    static void judgeInput(const TensorError& tensor, const TracedOperator& op, double explained,
        const WalkedPlace& place, JudgedInputs& inputs)
    {
        // Golden's elements in another order: that of a batch, which coarser types did not show before.
        const bool isOfOrder = tensor.isReordered && !tensor.isParameter;
        if (tensor.isInteger || tensor.isSlight || isOfOrder || wasSeen(tensor, op, place))
            return;
        // An element is off by more than the norm shows.
        if (tensor.isFilled && op.forward.empty())
            explained = std::min(explained, tensor.coarserUnit);
        const double score = errorRatio(
            tensor.isFilled ? std::max(tensor.relative, tensor.largest) : tensor.relative, explained);
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
    if (!tensor.isFirstInput || !writesOverFirstInput(op.type))
        return false;
    // What stands there by chance may be NaN, on either side. Where it is no leftover, what reads it shows
    // it.
    const bool isSpoiltMemory = tensor.hasNonFinite && !tensor.hasOtherShape;
    return tensor.differs
        && (isSpoiltMemory
            || (tensor.hasNumbers && !tensor.isBroken
                && tensor.relative > kSuspectScore * run.expected(tensor, place.step)))
        && !place.wrong.contains(tensor.fingerprint) && !place.seen.contains(tensor.fingerprint);
}

UnseenError unseenError(
    const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run, JudgedInputs& inputs)
{
    bool isWhole = op.isGradientList || !inputs.any || op.lacksData;
    if (op.isModule) {
        const auto isPart = [&](std::string_view path) {
            return path.size() > op.modulePath.size() && path.starts_with(op.modulePath)
                && path[op.modulePath.size()] == '.';
        };
        isWhole |= place.sawParts || std::any_of(place.modules.begin(), place.modules.end(), isPart);
    }
    double error = isWhole ? place.most : 0;
    if (isWhole)
        error = std::max(error, run.mostCached(op.step));
    error = std::max(error, run.cached(op, place).most);
    // Two gradients that are nothing but rounding differ by √2, twice what is explained.
    if (op.isGradientList)
        error = std::min(error, std::sqrt(0.5));
    // Where nobody recorded what the module was given backward, gates behind it show in its gradients first.
    if (op.isGradientList && run.backwardOf(op) == nullptr)
        error = std::max(error, place.mayBeGated);
    error = std::max(error, place.choice);
    inputs.anyBroken |= isWhole && place.isBroken;
    double ofRanks = 0;
    if (op.nature == OperatorNature::Collective) {
        const auto& [others, largest] = run.collectiveError(op);
        if (std::isfinite(others)) {
            error = std::max({error, others, run.choiceOfRanks(op.step)});
            ofRanks = largest;
        } else
            inputs.anyBroken = inputs.anyNonFinite = true;
    }
    // What forward operators kept for it.
    const double kept = op.forward.empty() ? 0 : run.mostIdleUpdate(op.step);
    return {error, std::max({error, kept, ofRanks, isWhole ? place.mostLargest : 0})};
}

} // namespace dumpscope::core
