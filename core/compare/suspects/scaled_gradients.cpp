// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/traced_operator.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

namespace {

bool isBackward(const TracedOperator& op)
{
    return !op.forward.empty() && !op.isGradientList;
}

/// What runs backward in one rank and step, in the order of execution.
class ScaledGradients {
public:
    explicit ScaledGradients(const PairTable& pairs)
        : m_pairs(pairs)
    {
    }

    void add(TracedOperator& op) { m_operators.push_back(&op); }

    /// The factor is that of the loss's gradient, and most other gradients have it too. What one operator
    /// makes of gradients begins behind that, and an operator of a few of them has few behind it.
    std::optional<LossScale> settle()
    {
        for (TracedOperator* const op : m_operators) {
            if (op->lossFactor)
                op->otherScalars = std::move(op->lossFactor);
        }
        const TensorError* const first = lossGradient();
        const int exponent = first == nullptr ? 0 : powerOfTwo(m_pairs, *first).value_or(0);
        const bool isEverywhere = exponent != 0 && haveAll(exponent, isBackward);
        const auto isList = [](const TracedOperator& op) { return op.isGradientList; };
        const bool isOfParameters = isEverywhere && haveAll(exponent, isList);
        for (TracedOperator* const op : m_operators) {
            const bool isScaled = (isEverywhere && isBackward(*op)) || (isOfParameters && op->isGradientList);
            for (TensorError& tensor : op->tensors)
                divide(tensor, isScaled ? exponent : 0);
        }
        if (!isEverywhere)
            return std::nullopt;
        LossScale scale;
        scale.run = m_operators.front()->run;
        scale.rank = m_operators.front()->rank;
        scale.step = m_operators.front()->step;
        scale.exponent = exponent;
        scale.isOfParameters = isOfParameters;
        scale.row = first->row;
        for (TracedOperator* const op : m_operators) {
            if (scalesLoss(*op, exponent))
                takeCall(*op, scale);
        }
        return scale;
    }

private:
    /// The last single number before gradients of more elements begin; where there is none, what the first
    /// operator was given. Null where neither was compared.
    [[nodiscard]] const TensorError* lossGradient() const
    {
        const TensorError* last = nullptr;
        for (const TracedOperator* const op : m_operators) {
            if (!isBackward(*op))
                continue;
            for (const bool isOutput : {false, true}) {
                for (const TensorError& tensor : op->tensors) {
                    if (tensor.isOutput != isOutput || !tensor.hasNumbers || tensor.isInteger)
                        continue;
                    if (tensor.count > 1)
                        return last != nullptr ? last : isOutput ? nullptr : &tensor;
                    last = &tensor;
                }
            }
        }
        return last;
    }

    [[nodiscard]] bool haveAll(int exponent, bool (*isWanted)(const TracedOperator&)) const
    {
        constexpr double kNearlyAll = 0.75; // small gradients are lost in a half type without the factor
        double all = 0, scaled = 0;
        for (const TracedOperator* const op : m_operators) {
            for (const TensorError& tensor : op->tensors) {
                if (!isWanted(*op) || !tensor.hasNumbers || tensor.isInteger || !(tensor.goldenNorm > 0)
                    || isEqualNumber(tensor))
                    continue;
                ++all;
                scaled += isAboutTimes(m_pairs, tensor, exponent) ? 1 : 0;
            }
        }
        return all > 0 && scaled >= kNearlyAll * all;
    }

    /// The gradient of the scaled loss itself.
    static bool isEqualNumber(const TensorError& tensor) { return tensor.count == 1 && !tensor.differs; }

    void divide(TensorError& tensor, int exponent) const
    {
        if (tensor.hasNumbers && !tensor.isInteger && tensor.lossExponent != exponent
            && (exponent == 0 || !isEqualNumber(tensor)))
            tensor = dividedBy(m_pairs, tensor, exponent);
    }

    /// An operator of single numbers that is called with another factor on each side.
    [[nodiscard]] bool scalesLoss(const TracedOperator& op, int exponent) const
    {
        const auto isNumber
            = [](const TensorError& tensor) { return tensor.hasNumbers && tensor.count == 1; };
        return !op.scalars().text.empty() && std::ranges::all_of(op.tensors, isNumber)
            && std::ranges::any_of(op.tensors, [&](const TensorError& tensor) {
                   return tensor.isOutput
                       && (tensor.lossExponent == exponent || isAboutTimes(m_pairs, tensor, exponent));
               });
    }

    void takeCall(TracedOperator& op, LossScale& scale) const
    {
        op.lossFactor = std::move(op.otherScalars);
        for (TensorError& tensor : op.tensors) {
            if (!tensor.isOutput)
                continue;
            divide(tensor, scale.exponent);
            scale.calls.push_back(tensor.row);
        }
    }

    const PairTable& m_pairs;
    std::vector<TracedOperator*> m_operators;
};

} // namespace

std::vector<LossScale> OperatorTrace::settleLossScales()
{
    std::map<Place, ScaledGradients> places;
    for (TracedOperator& op : m_operators)
        places.try_emplace({op.run, op.step, op.rank}, m_pairs).first->second.add(op);
    std::vector<LossScale> scales;
    for (auto& [place, gradients] : places) {
        if (auto scale = gradients.settle())
            scales.push_back(std::move(*scale));
    }
    return scales;
}

} // namespace dumpscope::core
