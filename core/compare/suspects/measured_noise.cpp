// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/measured_noise.h"

#include "compare/suspects/explained_error.h"

#include <algorithm>
#include <cmath>
#include <utility>
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

/// Whether everything agreed at first, for a good part of every rank's first step: what differs from then on
/// was made there, and is no noise of the run.
class EqualBeginning {
public:
    void add(const TracedOperator& op, const TensorError& output)
    {
        const auto [at, isNew] = m_ranks.try_emplace(op.rank);
        Rank& rank = at->second;
        if (isNew)
            rank.step = op.step;
        if (op.step != rank.step)
            return;
        ++rank.outputs;
        if (!rank.isOver && isGivenOtherwise(op)) {
            rank.isOver = true;
            rank.isMadeInSingle = true;
        }
        const bool isProduct = op.nature == OperatorNature::Bilinear && !isElementwiseProduct(op.type);
        const bool isFirst = output.differs && !std::exchange(rank.isOver, true);
        if (isFirst) {
            rank.isMadeInSingle = makesInSingle(op, output) || (rank.hasEqualLayer && isNeverCoarser(op));
            rank.isCoarseProduct = isProduct && isMadeCoarser(op, output);
        } else if (isProduct && agreesInSingle(op, output)) {
            ++rank.agreeing;
        }
        if (rank.isOver)
            return;
        ++rank.equal;
        rank.sums += isProduct ? 1 : 0;
        rank.hasEqualLayer |= output.basis == PairBasis::Elements && output.count >= kFewElements
            && isMadeOfEqual(op) && isLinearLayer(op);
    }
    [[nodiscard]] bool isLong() const
    {
        constexpr std::size_t kFew = 4;
        constexpr std::size_t kPart = 4; // one of so many outputs
        return !m_ranks.empty() && std::ranges::all_of(m_ranks, [](const auto& one) {
            const Rank& rank = one.second;
            return rank.equal >= kFew && kPart * rank.equal >= rank.outputs;
        });
    }
    /// Whether single precision does not hide a coarser one: products of matrices agree, in which it would
    /// show, or what differs first is given to the run, or made of equal inputs where nobody computes
    /// coarser, or behind a linear layer whose elements agree, or a product that is coarser than others of
    /// equal factors are.
    [[nodiscard]] bool isSingle() const
    {
        constexpr std::size_t kFew = 2;
        return !m_ranks.empty() && std::ranges::all_of(m_ranks, [](const auto& one) {
            const Rank& rank = one.second;
            return rank.sums >= kFew || rank.isMadeInSingle || (rank.isCoarseProduct && rank.agreeing > 0);
        });
    }

private:
    static constexpr double kFewElements = 16; ///< that agree by more than chance

    struct Rank {
        std::optional<std::int64_t> step; ///< the first
        std::size_t outputs = 0, equal = 0;
        std::size_t sums = 0; ///< equal ones of products
        bool isOver = false;
        bool hasEqualLayer = false;   ///< a linear layer that agrees bit for bit
        bool isMadeInSingle = false;  ///< what differs first
        bool isCoarseProduct = false; ///< likewise
        std::size_t agreeing = 0;     ///< other products of equal factors
    };

    /// Data that is off by more than rounding it to bfloat16 makes it, or that was not rounded.
    static bool isGivenOtherwise(const TracedOperator& op)
    {
        constexpr double kFar = 2e-3, kFarOfLargest = 6e-3, kUnrounded = 1e-4;
        return op.forward.empty() && std::ranges::any_of(op.tensors, [](const TensorError& tensor) {
            return !tensor.isOutput && !tensor.isParameter && tensor.hasNumbers && !tensor.isInteger
                && (tensor.relative > kFar || tensor.largest > kFarOfLargest
                    || (tensor.isUnrounded && std::max(tensor.relative, tensor.largest) > kUnrounded));
        });
    }

    static bool isMadeOfEqual(const TracedOperator& op)
    {
        return op.forward.empty() && std::ranges::none_of(op.tensors, [](const TensorError& tensor) {
            return !tensor.isOutput && (tensor.differs || tensor.isBroken);
        }) && std::ranges::any_of(op.tensors, [](const TensorError& tensor) { return !tensor.isOutput; });
    }

    /// By type, or by the module's name where a hook wrote no type.
    static bool isLinearLayer(const TracedOperator& op)
    {
        const std::string word = operatorWord(op.type);
        return (op.nature == OperatorNature::Bilinear && !isElementwiseProduct(op.type))
            || word.ends_with("linear") || word.ends_with("proj") || op.name.ends_with("_proj");
    }

    /// Whatever computes coarser than its type does so in products of matrices: where one of them agrees bit
    /// for bit, what an operator without any makes of equal inputs is its own.
    static bool isNeverCoarser(const TracedOperator& op)
    {
        return isMadeOfEqual(op) && !op.isModule && !op.keepsCache && !isLinearLayer(op);
    }

    /// Autocast leaves normalisations, powers and exponentials in single precision.
    static bool makesInSingle(const TracedOperator& op, const TensorError& output)
    {
        constexpr double kFar = 1e-3; // of float32
        const bool isLeaf = operatorWord(op.type).ends_with("norm") || op.nature == OperatorNature::Inverting
            || op.nature == OperatorNature::Exponential;
        return isLeaf && isMadeOfEqual(op) && output.hasNumbers && output.relative > kFar;
    }

    static bool agreesInSingle(const TracedOperator& op, const TensorError& output)
    {
        constexpr double kUnits = 8;
        return isMadeOfEqual(op) && output.hasNumbers && output.count >= kFewElements
            && std::max(output.relative, output.largest) <= kUnits * output.unit;
    }

    /// Devices compute products of float32 in TF32, HF32 or float16. Of elements these are computed again
    /// instead.
    static bool isMadeCoarser(const TracedOperator& op, const TensorError& output)
    {
        return output.basis == PairBasis::Statistics && isMadeOfEqual(op) && output.hasNumbers
            && output.largest > halfPrecisionProduct(op, output);
    }

    /// What the largest error of a product may be, in units of its largest element, where both factors are
    /// rounded to eleven bits.
    static double halfPrecisionProduct(const TracedOperator& op, const TensorError& output)
    {
        constexpr double kElevenBits = 0x1p-12; // of which the worst element is off by more than four times
        std::vector<InheritedError> factors;
        for (const TensorError& tensor : op.tensors) {
            if (!tensor.isOutput)
                factors.push_back({&tensor, 0, 0, true});
        }
        return explainError(op.nature, false, factors, output, kElevenBits, {}).largest;
    }

    std::map<std::optional<std::int64_t>, Rank> m_ranks;
};

} // namespace

Noise noiseOf(const TracedOperators& operators, PairBasis basis, std::optional<double> products)
{
    std::vector<double> errors;
    std::map<std::optional<std::int64_t>, std::vector<double>> parameters;
    EqualBeginning beginning;
    std::size_t outputs = 0; ///< that have numbers
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
            beginning.add(op, tensor);
            if (const double error = tensor.unscaled(); error > 0 && std::isfinite(error))
                errors.push_back(error);
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
    // The error of a single output is no noise.
    if (errors.size() < 2 || 2 * errors.size() < outputs || beginning.isLong())
        return noise;
    // Single precision may hide bfloat16 inside the operators.
    constexpr double kSingle = 0x1p-20, kBFloat16 = 0x1p-8, kOrder = 4; // of sums, in units
    const double most = unit <= kSingle ? (beginning.isSingle() ? kOrder * unit : kBFloat16)
        : isShown                       ? unit
                                        : 2 * kRoundingRms * unit;
    noise.outputs = std::min(most, quantile(errors, 0.2) / (isShown ? 1 : kFifthOfNormal));
    noise.inputs = noise.outputs;
    if (products && unit <= kSingle)
        noise.outputs = std::clamp(*products, kOrder * unit, std::max(most, kOrder * unit));
    return noise;
}

} // namespace dumpscope::core
