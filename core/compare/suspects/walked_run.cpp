// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/walked_run.h"

#include "compare/suspects/explained_error.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

double errorRatio(double error, double explained)
{
    return error == 0 ? 0 : explained > 0 ? error / explained : kInfiniteError;
}

WalkedRun::WalkedRun(const TracedOperators& operators, std::optional<double> products)
    : m_elements(noiseOf(operators, PairBasis::Elements, products))
    , m_statistics(noiseOf(operators, PairBasis::Statistics, products))
    , m_idle(operators)
{
    for (const TracedOperator& op : operators) {
        if (op.nature == OperatorNature::Collective)
            gather(op);
        if (op.isModule && !op.forward.empty())
            m_backward.try_emplace({op.run, op.step, op.rank, op.forward}, &op);
        m_trains = m_trains || !op.forward.empty();
        m_hasWriters = m_hasWriters || writesOverFirstInput(op.type);
        Parameters& parameters = m_parameters[op.step];
        for (const TensorError& tensor : op.tensors) {
            if (tensor.moreRows != 0)
                m_moreRows[{op.run, op.step, op.type, op.forward.empty(), tensor.isOutput}]
                    += tensor.moreRows;
            // Ones and zeros are the same in every type.
            if (!tensor.isParameter || (tensor.isConstant && !tensor.differs))
                continue;
            ++parameters.count;
            parameters.differing += differsForSure(tensor) ? 1 : 0;
        }
    }
}

/// A collective gives every rank what all of them put in.
void WalkedRun::gather(const TracedOperator& op)
{
    constexpr double kWorst = 3; // standard deviations
    Put& most = m_collectives[{op.run, op.step, op.name, op.occurrence}];
    for (const TensorError& tensor : op.tensors) {
        if (tensor.isOutput)
            continue;
        const bool isUnknown = tensor.isBroken || (tensor.differs && !tensor.hasNumbers);
        most.relative = std::max(most.relative, isUnknown ? kInfiniteError : tensor.relative);
        if (isUnknown || !(tensor.goldenMax > 0))
            continue;
        most.largest = std::max(
            {most.largest, tensor.largest, kWorst * tensor.relative * tensor.goldenRms() / tensor.goldenMax});
    }
}

double WalkedRun::expected(const TensorError& tensor, Number step) const
{
    if (tensor.isInteger)
        return 0;
    const Noise& noise = noiseOfBasis(tensor);
    const auto parameters = tensor.isParameter ? noise.parameters.find(step) : noise.parameters.end();
    // An optimizer rounds several times on the way to what it moves a parameter to.
    constexpr double kRoundings = 4;
    const double rounded = tensor.isParameter && isMoved(step) ? kRoundings : 1;
    return std::max({rounded * kRoundingRms * tensor.unit,
        tensor.isOutput ? noise.outputs : std::max(noise.inputs, noise.outputs),
        parameters == noise.parameters.end() ? 0 : parameters->second});
}

double WalkedRun::mostBefore(
    const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
{
    return tensor.isParameter ? mostOfStepsBefore(op.step) : std::max(place.most, mostCached(op.step));
}

double WalkedRun::mostOfStepsBefore(Number step) const
{
    double most = 0;
    for (auto it = m_most.begin(); it != m_most.end() && it->first < step; ++it)
        most = std::max(most, it->second);
    return most;
}

double WalkedRun::mostCached(Number step) const
{
    return m_trains ? 0 : mostOfStepsBefore(step);
}

WalkedPlace::Kept WalkedRun::cached(const TracedOperator& op, const WalkedPlace& place) const
{
    if (!op.keepsCache || m_trains)
        return {};
    WalkedPlace::Kept kept {mostOfStepsBefore(op.step), m_nonFiniteStep && *m_nonFiniteStep < op.step};
    if (const auto found = place.cached.find(nameWithoutCall(op.name)); found != place.cached.end()) {
        kept.most = std::max(kept.most, found->second.most);
        kept.isNonFinite |= found->second.isNonFinite;
    }
    return kept;
}

void WalkedRun::noteCached(const TracedOperator& op, WalkedPlace& place)
{
    if (op.keepsCache)
        place.cached[nameWithoutCall(op.name)] = {place.most, place.isNonFinite};
}

const TracedOperator* WalkedRun::backwardOf(const TracedOperator& op) const
{
    const auto found = m_backward.find({op.run, op.step, op.rank, op.forward});
    const auto has = [](const auto& tensors) {
        return std::any_of(tensors.begin(), tensors.end(), [](const TensorError& tensor) {
            return !tensor.isOutput && tensor.hasNumbers && !tensor.isBroken;
        });
    };
    return found != m_backward.end() && has(found->second->tensors) ? found->second : nullptr;
}

std::optional<double> WalkedRun::explainedIdle(const TracedOperator& op, const TensorError& output) const
{
    const TracedOperator* const giver = giverOf(op);
    return giver ? explainIdleGradient(op, output, *giver, noiseOfBasis(output).outputs) : std::nullopt;
}

void WalkedRun::take(Number step, const WalkedPlace& place)
{
    m_most[step] = std::max({m_most[step], place.most, place.mostGradient});
    if (place.choice > 0)
        m_choices[step] = std::max(m_choices[step], place.choice);
    if (place.isNonFinite)
        m_nonFiniteStep = std::min(m_nonFiniteStep.value_or(step), step);
}

std::vector<KnownEffect> WalkedRun::takeEffects()
{
    std::stable_sort(m_effects.begin(), m_effects.end(),
        [](const KnownEffect& a, const KnownEffect& b) { return a.row < b.row; });
    const auto again = std::unique(m_effects.begin(), m_effects.end(),
        [](const KnownEffect& a, const KnownEffect& b) { return a.row == b.row; });
    m_effects.erase(again, m_effects.end());
    return std::move(m_effects);
}

} // namespace dumpscope::core
