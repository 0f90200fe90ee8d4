// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/origin_lookup.h"

#include "overflow/operator_calls.h"

namespace dumpscope::core {

void LatestOfSize::add(Size size, const NonFiniteKinds& kinds, Standing standing, std::size_t time)
{
    const auto [slots, isNew] = m_bySize.try_emplace(size);
    if (isNew)
        slots->second.fill(kNowhere);
    const std::size_t kind = (kinds.nan ? 1U : 0U) | (kinds.posInf ? 2U : 0U) | (kinds.negInf ? 4U : 0U);
    slots->second[static_cast<std::size_t>(standing) * 8 + kind] = time;
}

void FirstByRank::add(Rank rank, std::size_t which)
{
    m_byRank.try_emplace(rank, which);
}

std::size_t FirstByRank::nearest(Rank rank) const
{
    const auto own = m_byRank.find(rank);
    return own != m_byRank.end() ? own->second : m_byRank.empty() ? kNowhere : m_byRank.begin()->second;
}

std::size_t FirstByRank::notOf(Rank rank) const
{
    for (const auto& [other, which] : m_byRank) {
        if (other != rank)
            return which;
    }
    return kNowhere;
}

std::optional<std::int64_t> OperatorHistory::lastFiniteStep(TensorId id)
{
    const TensorRow& row = m_tracker.m_index.tensor(id);
    const FolderFacts& facts = m_tracker.m_index.factsOf(id);
    const auto& steps = of(row.opName).finiteSteps;
    const auto known = steps.find({facts.rank, row.io, row.slot, row.entry});
    if (!facts.step || known == steps.end())
        return std::nullopt;
    const auto after = known->second.lower_bound(*facts.step);
    return after == known->second.begin() ? std::nullopt : std::optional(*std::prev(after));
}

OperatorHistory::OtherRanks OperatorHistory::inputsOnOtherRanks(TensorId id)
{
    const FolderFacts& facts = m_tracker.m_index.factsOf(id);
    const auto& inputs = of(m_tracker.m_index.tensor(id).opName).inputs;
    const auto found = inputs.find(facts.step);
    if (found == inputs.end())
        return {};
    const auto& [known, leftOut] = found->second;
    return {known.notOf(facts.rank) != kNowhere, leftOut.notOf(facts.rank) != kNowhere};
}

const OperatorHistory::Operator& OperatorHistory::of(StringId opName)
{
    const auto [found, isNew] = m_operators.try_emplace(opName.value());
    if (!isNew)
        return found->second;
    for (const TensorId id : m_tracker.m_index.tensorsOfOperator(opName)) {
        const TensorRow& row = m_tracker.m_index.tensor(id);
        const FolderFacts& facts = m_tracker.m_index.factsOf(id);
        if (facts.step && m_tracker.isState(id, MeasuredTensor::State::Finite))
            found->second.finiteSteps[{facts.rank, row.io, row.slot, row.entry}].insert(*facts.step);
        if (!isGiven(row.io) || m_tracker.isState(id, MeasuredTensor::State::Unread))
            continue;
        auto& [known, leftOut] = found->second.inputs[facts.step];
        (m_tracker.has(id) ? known : leftOut).add(facts.rank, id.value());
    }
    return found->second;
}

} // namespace dumpscope::core
