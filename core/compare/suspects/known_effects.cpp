// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/known_effects.h"

#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr double kBothWays = 2.5;  ///< there and back, and rounding
constexpr double kSureUnits = 4;   ///< that rounding does not hide
constexpr std::size_t kFewest = 4; ///< movements that tell whether all are about equal

/// A row of the weight for each element of the bias.
bool isLargerThanBias(const TensorError& weight, const TensorError& bias)
{
    constexpr double kLarger = 2;
    return weight.count >= kLarger * bias.count && std::fmod(weight.count, bias.count) == 0;
}

/// A bias stands behind a weight that is larger.
bool isBehindWeight(const TensorError& tensor, const TracedOperator& op)
{
    return std::any_of(op.tensors.data(), &tensor, [&](const TensorError& weight) {
        return weight.isParameter == tensor.isParameter && weight.isOutput == tensor.isOutput
            && isLargerThanBias(weight, tensor);
    });
}

/// `addmm` takes it before what it multiplies.
bool isBeforeWeight(const TensorError& tensor, const TracedOperator& op)
{
    return tensor.isFirstInput && op.nature == OperatorNature::Bilinear
        && std::ranges::any_of(op.tensors,
            [&](const TensorError& other) { return !other.isOutput && isLargerThanBias(other, tensor); });
}

bool isBias(const TensorError& tensor, const TracedOperator& op)
{
    return tensor.isParameter && (isBehindWeight(tensor, op) || isBeforeWeight(tensor, op));
}

/// How many of so many elements have a gradient that is smaller than its relative error, at most.
double turnedCount(double error, double count)
{
    const double turned = std::min(error, 1.0) * count;
    return std::min(turned + 3 * std::sqrt(turned) + 3, count);
}

/// How far golden's extremes were moved, by size.
double movement(const TensorError& tensor, const TensorError& before)
{
    const auto smaller = [](const TensorError& one) {
        return one.goldenLow > 0 ? one.goldenLow : one.goldenRange - one.goldenMax;
    };
    return std::max(
        std::fabs(tensor.goldenMax - before.goldenMax), std::fabs(smaller(tensor) - smaller(before)));
}

} // namespace

IdleParameters::IdleParameters(const TracedOperators& operators)
{
    constexpr double kElsewhere = 0.1;
    if (!operators.empty())
        m_firstStep = operators.front().step;
    for (const TracedOperator& op : operators)
        m_firstStep = std::min(m_firstStep, op.step);
    for (const TracedOperator& op : operators) {
        for (const TensorError& tensor : op.tensors) {
            if (op.step == m_firstStep && tensor.isParameter && tensor.hasNumbers
                && !tensor.isWrittenOver) // no optimizer moves running statistics
                m_first.try_emplace({op.rank, op.name, &tensor - op.tensors.data()}, &tensor);
        }
    }
    for (const TracedOperator& op : operators) {
        for (const TensorError& tensor : op.tensors) {
            const TensorError* const before = first(tensor, op);
            if (!before)
                continue;
            Moved& moved = m_moved[op.step];
            moved.most = std::max(moved.most, std::fabs(tensor.goldenMax - before->goldenMax));
            const double far = movement(tensor, *before);
            if (std::isfinite(far)) {
                ++moved.seen;
                moved.farthest = std::max(moved.farthest, far);
            }
            if (tensor.hasNumbers && before->hasNumbers
                && far > kSureUnits * tensor.goldenUnit * tensor.goldenMax)
                (isBias(tensor, op) ? moved.farBiases : moved.far).push_back(far);
            if (!isBias(tensor, op))
                continue;
            ++moved.count;
            moved.elsewhere += tensor.relative > kElsewhere ? 1 : 0;
        }
    }
    for (auto& [step, moved] : m_moved) {
        // Biases without gradient are moved less where it is not larger than what keeps from dividing by
        // zero.
        if (moved.far.size() < kFewest)
            moved.far.insert(moved.far.end(), moved.farBiases.begin(), moved.farBiases.end());
        moved.isEven = areEven(moved.far);
    }
}

/// Scaled gradients move the first time all by the rate, later by a part of it that is the same everywhere:
/// of two elements of each parameter the larger movements of the middle three fifths are within a factor of
/// four. Gradients themselves are of other sizes in every layer.
bool areEven(std::vector<double>& far)
{
    constexpr double kWithin = 4;
    if (far.size() < kFewest)
        return true; // nobody knows
    std::ranges::sort(far);
    const std::size_t fifth = (far.size() - 1) / 5;
    return far[far.size() - 1 - fifth] <= kWithin * far[fifth];
}

const TensorError* IdleParameters::first(const TensorError& tensor, const TracedOperator& op) const
{
    if (!tensor.isParameter || op.step == m_firstStep)
        return nullptr;
    const auto found = m_first.find({op.rank, op.name, &tensor - op.tensors.data()});
    return found == m_first.end() ? nullptr : found->second;
}

bool IdleParameters::isTurned(const TensorError& tensor, const TracedOperator& op, double error) const
{
    const TensorError* const before = first(tensor, op);
    if (!tensor.hasNumbers || !before || !before->hasNumbers || before->differs)
        return false;
    // Statistics do not tell a few elements from many that are a little off.
    if (before->goldenMax > 0 && tensor.basis == PairBasis::Statistics)
        return false;
    const double few = std::min(turnedCount(error, tensor.count), tensor.count / 4);
    if (!m_moved.at(op.step).isEven)
        return false;
    const double most = kBothWays * m_moved.at(op.step).most;
    // Statistics show how far the worst element is off at most where it is an extreme.
    const double worst = tensor.basis == PairBasis::Statistics ? most : tensor.maxError;
    return tensor.maxError <= most && tensor.errorNorm <= std::sqrt(few) * worst;
}

double IdleParameters::hidden(const TensorError& tensor, const TracedOperator& op, double error) const
{
    constexpr double kShown = 2;
    if (tensor.basis != PairBasis::Statistics || !tensor.hasNumbers || !(tensor.goldenNorm > 0)
        || !first(tensor, op) || !m_moved.at(op.step).isEven)
        return 0;
    const double most = kBothWays * m_moved.at(op.step).most * std::sqrt(turnedCount(error, tensor.count));
    return std::min(most / tensor.goldenNorm, kShown * std::sqrt(tensor.count) * tensor.relative);
}

std::optional<double> IdleParameters::reach(const TensorError& tensor, const TracedOperator& op) const
{
    const TensorError* const before = tensor.isWrittenOver ? nullptr : first(tensor, op);
    if (!before || !before->hasNumbers || !(tensor.goldenNorm > 0) || !std::isfinite(before->relative))
        return std::nullopt;
    constexpr std::size_t kEnough = 8;
    const Moved& moved = m_moved.at(op.step);
    if (moved.seen < kEnough)
        return std::nullopt;
    return before->relative + kBothWays * moved.farthest / tensor.goldenRms();
}

std::optional<double> IdleParameters::reachOfElement(
    const TensorError& tensor, const TracedOperator& op) const
{
    if (!reach(tensor, op) || !m_moved.at(op.step).isEven)
        return std::nullopt;
    return first(tensor, op)->maxError + kBothWays * m_moved.at(op.step).farthest
        + kSureUnits * tensor.unit * tensor.goldenMax;
}

bool IdleParameters::contains(const TensorError& tensor, const TracedOperator& op) const
{
    constexpr double kAsFar = 0.3;
    if (!tensor.hasNumbers || !(tensor.norm <= kAsFar) || !isBias(tensor, op) || !first(tensor, op))
        return false;
    const Moved& moved = m_moved.at(op.step);
    return moved.isEven && tensor.maxError <= kBothWays * moved.most && 2 * moved.elsewhere <= moved.count;
}

bool isBesideWeight(const TensorError& gradient, const TracedOperator& op)
{
    return std::ranges::any_of(op.tensors,
        [&](const TensorError& other) { return other.isOutput && isLargerThanBias(other, gradient); });
}

std::optional<GradientSum> gradientSum(const TensorError& output, const TracedOperator& giver)
{
    if (!output.hasNumbers || !(output.goldenNorm > 0))
        return std::nullopt;
    const auto summed = std::ranges::find_if(giver.tensors, [&](const TensorError& tensor) {
        return !tensor.isOutput && tensor.hasNumbers && !tensor.isInteger && tensor.count > output.count
            && std::fmod(tensor.count, output.count) == 0 && tensor.goldenNorm > 0;
    });
    if (summed == giver.tensors.end())
        return std::nullopt;
    const double terms = summed->count / output.count;
    return GradientSum {terms, std::sqrt(terms) * summed->goldenRms() / output.goldenRms(), summed->unit,
        summed->relative, &*summed};
}

double GradientSum::explained() const
{
    constexpr double kSingle = 0x1p-24, kLongest = 256;
    // Operators of half types add some of them up in these.
    constexpr double kPartial = 2; // sums on the way are larger than what is left
    const double rounding
        = kPartial * kRoundingRms * std::max(unit, kSingle) * std::sqrt(std::min(terms, kLongest));
    return std::hypot(
        std::max(random, 1.0) * std::hypot(rounding, std::isfinite(relative) ? relative : 0), lost());
}

double GradientSum::lost() const
{
    constexpr double kSingle = 0x1p-20, kMost = 0.25, kLeast = 1e-6;
    // How many terms of the usual size it holds.
    const double held = std::sqrt(terms) / std::max(random, kLeast);
    return unit > kSingle ? kMost * std::min(unit * held, 1.0) : 0;
}

std::optional<double> explainIdleGradient(
    const TracedOperator& op, const TensorError& output, const TracedOperator& giver, double noise)
{
    constexpr double kSure = 0.01, kUnsure = 0.5; // of what is left of terms with random signs
    constexpr double kUnits = 16;                 // of the terms, which are differences themselves
    if (op.forward.empty() || op.nature != OperatorNature::Bilinear || isElementwiseProduct(op.type)
        || !output.isOutput || !output.hasNumbers || !(output.goldenNorm > 0) || !isBesideWeight(output, op))
        return std::nullopt;
    const auto sum = gradientSum(output, giver);
    if (!sum)
        return std::nullopt;
    // All terms of a sum may be off the same way, since they hold the same rounded mean.
    const double root = std::sqrt(sum->terms), random = sum->random;
    if (std::min(kUnits * output.goldenUnit * root, kSure) * random < 1)
        return std::nullopt;
    constexpr double kInner = 2; // rounding of what the terms are differences of
    return std::hypot(
        std::min(kInner * std::max(output.unit, noise) * root, kUnsure / kSuspectScore) * random,
        root * output.leastUnit());
}

std::optional<ScaledUpdate> scaledUpdate(const TracedOperator& op, const TensorError& output)
{
    constexpr double kIdle = 0.003; // of what the smallest of so many that are spread evenly would be
    if (!op.forward.empty() || op.tensors.size() < 4 || !isListedWord(" addcdiv ", operatorWord(op.type))
        || !output.isOutput || !output.hasNumbers || !(output.goldenNorm > 0))
        return std::nullopt;
    const TensorError &parameter = op.tensors[0], &divisor = op.tensors[2];
    if (!parameter.hasNumbers || !divisor.hasNumbers || divisor.isOutput)
        return std::nullopt;
    return ScaledUpdate {movement(output, parameter),
        divisor.goldenLow > 0 && divisor.goldenLow * divisor.count < kIdle * divisor.goldenMax};
}

ExplainedError ScaledUpdate::explained(const TensorError& output, double gradient, double moved) const
{
    const double most = kBothWays * moved;
    const double few = isIdle ? output.count : gradient > 0 ? turnedCount(gradient, output.count) : 0;
    ExplainedError explained;
    explained.largest = few > 0 ? most / output.goldenMax : 0;
    explained.relative = explained.norm = most * std::sqrt(few) / output.goldenNorm;
    return explained;
}

bool surelyChoosesOtherwise(const TracedOperator& op, const TensorError& output)
{
    constexpr double kNearTies
        = 0.01; // of what the values differ by; routers that are trained: a few tenths of that
    if (!output.hasExtremesOnly || !ordersValues(op.type) || !(choiceError(op, output) > 0))
        return false;
    return std::ranges::any_of(op.tensors, [](const TensorError& tensor) {
        return !tensor.isOutput && tensor.hasNumbers && tensor.goldenRange > 0
            && tensor.maxError >= kNearTies * tensor.goldenRange;
    });
}

bool isScaledCopy(const TensorError& tensor)
{
    constexpr double kFewest = 16, kFar = 0.02; // elements, error
    constexpr double kAll = 0.999;              // of the error is one of the norm
    return tensor.basis == PairBasis::Elements && tensor.hasNumbers && std::isfinite(tensor.relative)
        && tensor.count >= kFewest && tensor.relative >= kFar && tensor.norm >= kAll * tensor.relative;
}

double choiceError(const TracedOperator& op, const TensorError& output)
{
    // A module that gives integers has chosen inside, as a router does.
    const bool isRouter = op.isModule && op.forward.empty();
    if ((op.nature != OperatorNature::Stepping && !isRouter) || !output.isOutput || !output.isInteger)
        return 0;
    const bool isOrdered = isRouter || ordersValues(op.type);
    double reach = 0;
    for (const TensorError& tensor : op.tensors) {
        if (tensor.isOutput || !tensor.differs || !tensor.hasNumbers || !std::isfinite(tensor.relative))
            continue;
        reach = std::max(reach, tensor.relative);
        // However small beside the values: what counts is how far these lie from each other.
        if (isOrdered && tensor.goldenRange > 0)
            reach = std::max(reach, tensor.maxError / tensor.goldenRange);
    }
    const double flips = std::min(2 * reach, 1.0) * output.count;
    return reach > 0 ? std::sqrt(std::min((flips + 3 * std::sqrt(flips) + 3) / output.count, 1.0)) : 0;
}

} // namespace dumpscope::core
