// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/nearest_tensors.h"

#include "base/parallel.h"
#include "base/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kNearest = 3;

class Neighbourhood {
public:
    Neighbourhood(const LeftOverSide& side, const LeftOverSide& other, const std::vector<TensorPair>& pairs)
        : m_side(side)
        , m_other(other)
    {
        for (const TensorId id : other.left)
            m_leftOfOperator[other.index.tensor(id).opName].push_back(id);
        for (const auto& [name, ids] : m_leftOfOperator)
            m_leftNames.push_back(name);
        std::ranges::sort(m_leftNames, {}, [&](StringId id) { return ids(id).front(); });
        for (const TensorId id : other.all) {
            const FolderFacts& facts = other.index.factsOf(id);
            if (facts.rank)
                m_ranks.insert(*facts.rank);
            if (facts.step)
                m_steps.insert(*facts.step);
            m_places.insert(placeOf(facts));
        }
        for (const TensorPair& pair : pairs) {
            const TensorId own = side.isTarget ? pair.target : pair.golden;
            const TensorId partner = side.isTarget ? pair.golden : pair.target;
            m_paired.insert(placeOf(side.index.factsOf(own)));
            const StringId name = side.index.tensor(own).opName, called = other.index.tensor(partner).opName;
            if (name.isValid() && called.isValid() && side.index.text(name) != other.index.text(called))
                m_partners.try_emplace({placeOf(side.index.factsOf(own)), name}, partner);
        }
    }

    /// Where nothing of the other side takes part; else empty.
    [[nodiscard]] Message nothingThere() const
    {
        return !m_other.all.empty() ? Message()
            : m_other.index.tensorCount() == 0
            ? phrase("%1 has no tensors", m_other.word())
            : phrase("%1 has no tensors of what was asked for", m_other.word());
    }

    /// Where the other side has the operator; false: it has none. Thread-safe.
    bool describeWithin(UnpairedTensor& tensor) const
    {
        return describeWithinPartner(tensor) || describeWithinOperator(tensor);
    }

    void describeByName(UnpairedTensor& tensor)
    {
        const TensorRow& row = m_side.index.tensor(tensor.id);
        const std::string_view name = m_side.index.text(row.opName);
        tensor.reason = missingPlace(m_side.index.factsOf(tensor.id));
        if (!tensor.reason.empty())
            return;
        if (standsForAFile(row)) {
            tensor.reason = phrase("its file cannot be read: which tensors it holds is not known");
            return;
        }
        tensor.reason
            = phrase("%1 has no operator that is named %2", m_other.word(), '"' + printable(name) + '"');
        const StringId like = likestName(row.opName, name);
        if (like.isValid())
            tensor.nearest = closestOf(row, m_leftOfOperator.at(like));
    }

private:
    /// A table or container that is damaged: its name is no operator's.
    static bool standsForAFile(const TensorRow& row)
    {
        return (row.state == TensorState::Unreadable || row.state == TensorState::Empty)
            && row.io == Io::Unknown && !row.shape.isValid() && row.dtype == DType::Unknown;
    }

    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; ///< rank, step
    static Place placeOf(const FolderFacts& facts) { return {facts.rank, facts.step}; }

    const std::vector<TensorId>& ids(StringId name) const { return m_leftOfOperator.at(name); }

    /// Of the operators of that name that take part.
    std::vector<TensorId> allOf(StringId name) const
    {
        std::vector<TensorId> all;
        if (!name.isValid())
            return all;
        for (const TensorId id : m_other.index.tensorsOfOperator(name)) {
            if (std::ranges::binary_search(m_other.all, id))
                all.push_back(id);
        }
        return all;
    }

    /// Where another tensor of the operator is paired with one of an operator of another name; false: none
    /// is. Thread-safe.
    bool describeWithinPartner(UnpairedTensor& tensor) const
    {
        const TensorRow& row = m_side.index.tensor(tensor.id);
        const auto found = m_partners.find({placeOf(m_side.index.factsOf(tensor.id)), row.opName});
        if (found == m_partners.end())
            return false;
        const TensorRow& partner = m_other.index.tensor(found->second);
        const FolderFacts& facts = m_other.index.factsOf(found->second);
        std::vector<TensorId> same = allOf(partner.opName);
        std::erase_if(
            same, [&](TensorId id) { return placeOf(m_other.index.factsOf(id)) != placeOf(facts); });
        const std::string called = '"' + printable(m_other.index.text(partner.opName)) + '"';
        const bool isThere = std::ranges::any_of(same, [&](TensorId id) {
            const TensorRow& other = m_other.index.tensor(id);
            return other.io == row.io && other.slot == row.slot && other.occurrence == row.occurrence;
        });
        tensor.reason = isThere
            ? phrase("what %1's %2, the partner of its operator, has in that place is in another pair or is "
                     "another tensor",
                m_other.word(), called)
            : phrase(
                "%1's %2, the partner of its operator, has no %3", m_other.word(), called, placeText(row));
        tensor.nearest = closestOf(row, same);
        return true;
    }

    /// Where the other side has an operator of that name; false: it has none. Thread-safe.
    bool describeWithinOperator(UnpairedTensor& tensor) const
    {
        const TensorRow& row = m_side.index.tensor(tensor.id);
        const std::vector<TensorId> same = allOf(m_other.index.findString(m_side.index.text(row.opName)));
        if (same.empty())
            return false;
        tensor.reason = missingPlace(m_side.index.factsOf(tensor.id));
        if (tensor.reason.empty())
            tensor.reason = reasonWithin(row, m_side.index.factsOf(tensor.id), same);
        tensor.nearest = closestOf(row, same);
        return true;
    }

    static Message placeText(const TensorRow& row)
    {
        Message place = ioPlace(row.io, row.slot);
        return place.empty() ? phrase("such tensor") : place;
    }

    /// Where nothing of the rank or the step was dumped on the other side; else empty. Equations pair places
    /// of other numbers.
    Message missingPlace(const FolderFacts& facts) const
    {
        if (m_paired.contains(placeOf(facts)) || m_places.contains(placeOf(facts)))
            return {};
        const auto misses = [](const std::set<std::int64_t>& known, const std::optional<std::int64_t>& one) {
            return one && !known.empty() && !known.contains(*one);
        };
        if (misses(m_ranks, facts.rank))
            return m_other.isTarget ? phrase("target has no tensors of rank %1", *facts.rank)
                                    : phrase("golden has no tensors of rank %1", *facts.rank);
        if (misses(m_steps, facts.step))
            return m_other.isTarget ? phrase("target has no tensors of step %1", *facts.step)
                                    : phrase("golden has no tensors of step %1", *facts.step);
        if (facts.rank && facts.step && !m_ranks.empty() && !m_steps.empty())
            return phrase(
                "%1 has no tensors of rank %2 in step %3", m_other.word(), *facts.rank, *facts.step);
        return {};
    }

    Message reasonWithin(
        const TensorRow& row, const FolderFacts& facts, const std::vector<TensorId>& same) const
    {
        bool samePlace = false, isElsewhere = false;
        const auto place = placeOf(facts);
        for (const TensorId id : same) {
            const TensorRow& other = m_other.index.tensor(id);
            if (other.io != row.io || other.slot != row.slot)
                continue;
            samePlace = true;
            if (other.occurrence != row.occurrence)
                continue;
            if (!m_places.contains(place) || placeOf(m_other.index.factsOf(id)) == place)
                return phrase("the tensor of that name in %1 is in another place or belongs to another pair",
                    m_other.word());
            isElsewhere = true;
        }
        if (isElsewhere)
            return phrase("%1 has no %2 of this operator in %3", m_other.word(), placeText(row),
                facts.rank && facts.step ? phrase("rank %1 step %2", *facts.rank, *facts.step)
                    : facts.rank         ? phrase("rank %1", *facts.rank)
                                         : phrase("step %1", facts.step.value_or(0)));
        if (samePlace)
            return phrase("%1 has no run %2 of this operator", m_other.word(), row.occurrence);
        return phrase("%1 has no %2 of this operator", m_other.word(), placeText(row));
    }

    /// Same io first, then near slots.
    std::vector<TensorId> closestOf(const TensorRow& row, const std::vector<TensorId>& candidates) const
    {
        std::vector<std::pair<std::int64_t, TensorId>> ranked;
        for (const TensorId id : candidates) {
            const TensorRow& other = m_other.index.tensor(id);
            const std::int64_t slots = std::int64_t {other.slot} - row.slot;
            ranked.emplace_back((other.io == row.io ? 0 : 1 << 20) + (slots < 0 ? -slots : slots), id);
        }
        const std::size_t count = std::min(kNearest, ranked.size());
        std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(count));
        std::vector<TensorId> nearest;
        for (std::size_t i = 0; i < count; ++i)
            nearest.push_back(ranked[i].second);
        return nearest;
    }

    /// Likest name among those left over; gives up comparing after a bounded number of steps.
    StringId likestName(StringId nameId, std::string_view name)
    {
        if (const auto known = m_likest.find(nameId); known != m_likest.end())
            return known->second;
        constexpr std::size_t kBudget = 2'000'000;
        constexpr std::size_t kLimit = 12;
        StringId best;
        std::size_t bestDistance = std::min(kLimit, name.size() / 2 + 1);
        for (const StringId candidate : m_leftNames) {
            if (m_comparisons >= kBudget || bestDistance == 0)
                break;
            ++m_comparisons;
            const std::size_t distance = editDistance(name, m_other.index.text(candidate), bestDistance);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        m_likest.emplace(nameId, best);
        return best;
    }

    const LeftOverSide& m_side;
    const LeftOverSide& m_other;
    std::unordered_map<StringId, std::vector<TensorId>> m_leftOfOperator;
    std::unordered_map<StringId, StringId> m_likest;
    std::vector<StringId> m_leftNames;
    std::set<std::int64_t> m_ranks, m_steps; ///< of the other side
    std::set<Place> m_places;                ///< likewise
    std::set<Place> m_paired;                ///< of this side, in which something is paired
    /// A tensor that one of an operator of this side is paired with, where it is called otherwise.
    std::map<std::pair<Place, StringId>, TensorId> m_partners;
    std::size_t m_comparisons = 0;
};

} // namespace

std::vector<UnpairedTensor> describeUnpaired(const LeftOverSide& side, const LeftOverSide& other,
    const std::vector<TensorPair>& pairs, const Arena& arena)
{
    std::vector<UnpairedTensor> unpaired;
    if (side.left.empty())
        return unpaired;
    Neighbourhood neighbourhood(side, other, pairs);
    unpaired.reserve(side.left.size());
    for (const TensorId id : side.left)
        unpaired.push_back({id, neighbourhood.nothingThere(), {}});
    if (other.all.empty())
        return unpaired;
    constexpr std::size_t kGrain = 1024;
    const auto described
        = parallelFor(arena, unpaired.size(), kGrain, {}, [&](std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i)
                  static_cast<void>(neighbourhood.describeWithin(unpaired[i]));
              return Result<void>();
          });
    // Names are compared one after the other: there is a budget for all of them.
    for (UnpairedTensor& tensor : unpaired) {
        if (tensor.reason.empty() && (described || !neighbourhood.describeWithin(tensor)))
            neighbourhood.describeByName(tensor);
    }
    return unpaired;
}

} // namespace dumpscope::core
