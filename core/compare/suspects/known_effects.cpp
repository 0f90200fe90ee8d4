// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/known_effects.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// A bias stands behind a weight that is much larger.
bool isBias(const TensorError& tensor, const TracedOperator& op)
{
    constexpr double kLarger = 4;
    return tensor.isParameter && std::any_of(op.tensors.data(), &tensor, [&](const TensorError& weight) {
        return weight.isParameter && weight.count >= kLarger * tensor.count;
    });
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
            if (op.step == m_firstStep && tensor.isParameter && tensor.hasNumbers)
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
            if (!isBias(tensor, op))
                continue;
            ++moved.count;
            moved.elsewhere += tensor.relative > kElsewhere ? 1 : 0;
        }
    }
}

const TensorError* IdleParameters::first(const TensorError& tensor, const TracedOperator& op) const
{
    if (!tensor.isParameter || op.step == m_firstStep)
        return nullptr;
    const auto found = m_first.find({op.rank, op.name, &tensor - op.tensors.data()});
    return found == m_first.end() ? nullptr : found->second;
}

bool IdleParameters::contains(const TensorError& tensor, const TracedOperator& op) const
{
    constexpr double kAsFar = 0.3, kBothWays = 2.5; // and rounding
    if (!tensor.hasNumbers || !(tensor.norm <= kAsFar) || !isBias(tensor, op) || !first(tensor, op))
        return false;
    const Moved& moved = m_moved.at(op.step);
    return tensor.maxError <= kBothWays * moved.most && 2 * moved.elsewhere <= moved.count;
}

double choiceError(const TracedOperator& op, const TensorError& output)
{
    if (op.nature != OperatorNature::Stepping || !output.isOutput || !output.isInteger)
        return 0;
    const bool isOrdered = ordersValues(op.type);
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
