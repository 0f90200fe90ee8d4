// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/carried_assemblies.h"

#include "compare/layout/operator_class.h"
#include "compare/layout/statistic_assemblies.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Rank = std::int64_t; ///< -1: none
using ClassNumber = std::size_t;

Rank rankIn(const DumpIndex& index, TensorId id)
{
    return index.factsOf(id).rank.value_or(-1);
}

/// Ranks that hold parts of the same tensors: those of one stage.
class RankGroups {
public:
    RankGroups(const std::map<TensorId, Assembly>& found, const DumpIndex& target, const SaidLayout* layout)
    {
        if (layout) {
            for (const Rank rank : target.ranks())
                m_first[rank] = layout->stageOf(rank, target.ranks());
            m_isSaid = true;
            return;
        }
        constexpr std::size_t kShare = 5; // one in so many: a few tensors are held by every stage
        std::map<std::pair<Rank, Rank>, std::size_t> together;
        std::map<Rank, std::size_t> counts;
        for (const auto& [id, assembly] : found) {
            std::set<Rank> ranks;
            for (const AssemblyPart& part : assembly.parts)
                ranks.insert(rankIn(target, part.id));
            for (const Rank rank : ranks) {
                ++counts[rank];
                ++together[{*ranks.begin(), rank}];
            }
        }
        for (const auto& [ranks, count] : together) {
            if (kShare * count >= std::min(counts[ranks.first], counts[ranks.second]))
                m_first[rootOf(ranks.second)] = rootOf(ranks.first);
        }
    }
    [[nodiscard]] Rank rootOf(Rank rank) const
    {
        if (m_isSaid)
            return m_first.contains(rank) ? m_first.at(rank) : rank;
        for (auto at = m_first.find(rank); at != m_first.end() && at->second != rank; at = m_first.find(rank))
            rank = at->second;
        return rank;
    }

private:
    std::map<Rank, Rank> m_first; ///< nearer to the root; the stage, where these are said
    bool m_isSaid = false;
};

/// Tensors of the ranks of one stage at one place of the program.
struct Call {
    ClassNumber kind = 0;
    std::map<Rank, TensorId> tensors;
};

/// What the ranks of a stage do in a step, in order.
using Lane = std::vector<Call>;

struct Place {
    std::size_t lane = 0, position = 0;
};

class Carrier {
public:
    Carrier(std::map<TensorId, Assembly>& found, const ComparisonSide& target, const ComparisonSide& golden,
        const SaidLayout* layout)
        : m_found(found)
        , m_target(*target.index)
        , m_golden(*golden.index)
        , m_goldens(golden.tensors())
    {
        for (std::size_t i = 0; i < m_goldens.size(); ++i) {
            m_kinds.push_back(kindOf(m_golden, m_goldens[i]));
            const auto at = m_found.find(m_goldens[i]);
            m_assemblies.push_back(at == m_found.end() ? nullptr : &at->second);
        }
        for (const auto& [id, assembly] : m_found) {
            for (const AssemblyPart& part : assembly.parts)
                m_used.insert(part.id);
        }
        layLanes(target.tensors(), RankGroups(m_found, m_target, layout));
        for (std::size_t i = 0; i < m_goldens.size(); ++i) {
            if (m_assemblies[i] && arePlaced(*m_assemblies[i]))
                m_siblings[{m_kinds[i], recordedShape(m_golden, m_goldens[i])}].push_back(i);
        }
    }

    void run()
    {
        std::map<TensorId, Assembly> added;
        for (std::size_t i = 0; i < m_goldens.size(); ++i) {
            const Assembly* const own = m_assemblies[i];
            if (!isFloating(m_golden.tensor(m_goldens[i]).dtype))
                continue;
            if (auto carried = carriedTo(i)) {
                if (!own || isLargerGroup(*carried, *own) || isWhereSiblingsStand(*carried, *own))
                    added.insert_or_assign(m_goldens[i], std::move(*carried));
            }
        }
        for (auto& [id, assembly] : added)
            m_found.insert_or_assign(id, std::move(assembly));
    }

private:
    static constexpr std::size_t kSiblings = 8; ///< that are looked at
    static constexpr std::size_t kContext = 48; ///< tensors on either side
    static constexpr std::size_t kReach = 48;   ///< to a neighbour that was found

    ClassNumber kindOf(const DumpIndex& index, TensorId id)
    {
        return m_classes.try_emplace(operatorClassOf(index, id), m_classes.size()).first->second;
    }

    void layLanes(const std::vector<TensorId>& targets, const RankGroups& groups)
    {
        using CallName = std::tuple<StringId, std::uint32_t, Io, std::int32_t, std::string,
            std::size_t>; // the last: nth
        struct Laying {
            std::list<Call> calls;
            std::map<CallName, std::list<Call>::iterator> at;
        };
        std::map<std::pair<Rank, std::optional<std::int64_t>>, Laying> lanes;
        std::map<std::pair<Rank, std::optional<std::int64_t>>, std::vector<TensorId>> rows;
        for (const TensorId id : targets)
            rows[{rankIn(m_target, id), m_target.factsOf(id).step}].push_back(id);
        for (const auto& [where, ids] : rows) {
            Laying& lane = lanes[{groups.rootOf(where.first), where.second}];
            std::map<CallName, std::size_t> counts;
            auto next = lane.calls.begin(); // behind the last call of this rank
            for (const TensorId id : ids) {
                const TensorRow& row = m_target.tensor(id);
                CallName key(row.opName, row.occurrence, row.io, row.slot,
                    row.entry.isValid() ? std::string(m_target.text(row.entry)) : std::string(), 0);
                std::get<5>(key) = counts[key]++;
                const auto [at, isNew] = lane.at.try_emplace(key);
                if (isNew)
                    at->second = lane.calls.insert(next, Call {kindOf(m_target, id), {}});
                at->second->tensors.emplace(where.first, id);
                next = std::next(at->second);
            }
        }
        for (const auto& [where, lane] : lanes) {
            m_lanes.emplace_back(lane.calls.begin(), lane.calls.end());
            for (std::size_t position = 0; position < m_lanes.back().size(); ++position) {
                for (const auto& [rank, id] : m_lanes.back()[position].tensors)
                    m_places.emplace(id, Place {m_lanes.size() - 1, position});
            }
        }
    }

    [[nodiscard]] bool arePlaced(const Assembly& assembly) const
    {
        return std::ranges::all_of(
            assembly.parts, [&](const AssemblyPart& part) { return m_places.contains(part.id); });
    }

    /// Of replicas or a lone part alone: others are complete.
    static bool isLargerGroup(const Assembly& carried, const Assembly& own)
    {
        return (own.parts.size() == 1 || own.isOfReplicas()) && carried.parts.size() > own.parts.size()
            && std::ranges::all_of(own.parts, [&](const AssemblyPart& part) {
                   return std::ranges::any_of(carried.parts, [&](const AssemblyPart& other) {
                       return other.id == part.id && other.places == part.places;
                   });
               });
    }

    /// Whether an output was found at another place than its siblings, and nothing was at theirs: it is
    /// compared there, as what has golden's values may be an input behind a wrong output.
    [[nodiscard]] bool isWhereSiblingsStand(const Assembly& carried, const Assembly& own) const
    {
        const TensorId there = carried.parts.front().id;
        return carried.kind == own.kind && carried.parts.size() == own.parts.size()
            && m_target.tensor(there).io == Io::Output
            && std::ranges::none_of(
                carried.parts, [&](const AssemblyPart& part) { return m_used.contains(part.id); })
            && operatorClassOf(m_target, there) != operatorClassOf(m_target, own.parts.front().id);
    }

    /// Tensors around both that are of the same kinds.
    [[nodiscard]] std::size_t contextOf(std::size_t a, std::size_t b) const
    {
        std::size_t same = 0;
        for (std::size_t i = 1; i <= kContext && i <= std::min(a, b) && m_kinds[a - i] == m_kinds[b - i]; ++i)
            ++same;
        for (std::size_t i = 1;
             i <= kContext && std::max(a, b) + i < m_kinds.size() && m_kinds[a + i] == m_kinds[b + i]; ++i)
            ++same;
        return same;
    }

    [[nodiscard]] std::optional<Assembly> carriedTo(std::size_t golden) const
    {
        const auto at = m_siblings.find({m_kinds[golden], recordedShape(m_golden, m_goldens[golden])});
        if (at == m_siblings.end())
            return std::nullopt;
        std::vector<std::size_t> near = at->second;
        // Another rank of golden has other pieces.
        std::erase_if(near, [&](std::size_t other) {
            const Assembly& assembly = *m_assemblies[other];
            return other == golden
                || (assembly.kind != AssemblyKind::Same && !assembly.isOfReplicas()
                    && rankIn(m_golden, m_goldens[other]) != rankIn(m_golden, m_goldens[golden]));
        });
        const auto distance
            = [&](std::size_t other) { return other < golden ? golden - other : other - golden; };
        std::ranges::stable_sort(near, {}, distance);
        near.resize(std::min(near.size(), 4 * kSiblings));
        std::vector<std::pair<std::size_t, std::size_t>> ordered; // context, sibling
        ordered.reserve(near.size());
        for (const std::size_t sibling : near)
            ordered.emplace_back(contextOf(golden, sibling), sibling);
        std::ranges::stable_sort(
            ordered, std::ranges::greater {}, &std::pair<std::size_t, std::size_t>::first);
        ordered.resize(std::min(ordered.size(), kSiblings));
        std::optional<Assembly> best;
        for (const auto& [context, sibling] : ordered) {
            if (best && best->parts.size() > 1 && !best->isOfReplicas())
                break;
            auto carried = carriedFrom(golden, sibling);
            if (carried && (!best || isLargerGroup(*carried, *best))
                && (carried->kind != AssemblyKind::Permute || takeOrder(*carried, golden)))
                best = std::move(carried);
        }
        return best;
    }

    /// The order of a queue of tokens is that of its own layer: of neighbours that were found. Those of
    /// another queue may be as long.
    [[nodiscard]] bool takeOrder(Assembly& carried, std::size_t golden) const
    {
        constexpr std::size_t kNear = 12;
        const AssemblyPart& part = carried.parts.front();
        const auto isLike = [&](const Assembly* other) {
            return other && other->kind == AssemblyKind::Permute
                && carried.parts.size() == other->parts.size() && other->axis == carried.axis
                && other->parts.front().places.size() == part.places.size()
                && rankIn(m_target, other->parts.front().id) == rankIn(m_target, part.id);
        };
        const Assembly *before = nullptr, *behind = nullptr;
        for (std::size_t away = 1; away <= kNear; ++away) {
            if (!before && away <= golden && isLike(m_assemblies[golden - away]))
                before = m_assemblies[golden - away];
            if (!behind && golden + away < m_assemblies.size() && isLike(m_assemblies[golden + away]))
                behind = m_assemblies[golden + away];
        }
        const Assembly* const like = before ? before : behind;
        if (!like || (behind && behind->parts.front().places != like->parts.front().places))
            return false;
        for (AssemblyPart& own : carried.parts)
            own.places = like->parts.front().places;
        return true;
    }

    /// Counted from neighbours that were found in both layers, the nearest first.
    [[nodiscard]] std::optional<Assembly> carriedFrom(std::size_t golden, std::size_t sibling) const
    {
        bool isBefore = true, isBehind = true; // the way to it is the same in both
        for (std::size_t away = 1; away <= kReach && (isBefore || isBehind); ++away) {
            isBefore = isBefore && away <= std::min(golden, sibling)
                && m_kinds[golden - away] == m_kinds[sibling - away];
            isBehind = isBehind && std::max(golden, sibling) + away < m_kinds.size()
                && m_kinds[golden + away] == m_kinds[sibling + away];
            if (isBefore) {
                if (auto carried = shifted(golden, sibling, golden - away, sibling - away))
                    return carried;
            }
            if (isBehind) {
                if (auto carried = shifted(golden, sibling, golden + away, sibling + away))
                    return carried;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Place> placeIn(const Assembly& assembly, std::size_t lane) const
    {
        for (const AssemblyPart& part : assembly.parts) {
            const auto at = m_places.find(part.id);
            if (at != m_places.end() && at->second.lane == lane)
                return at->second;
        }
        return std::nullopt;
    }

    /// The tensor of another stage whose rank does there what the part's does in its own: it holds the same
    /// part of what is cut in both, else it is as far in the order of ranks.
    [[nodiscard]] std::map<Rank, TensorId>::const_iterator inSameRole(TensorId part,
        const std::map<Rank, TensorId>& own, const std::map<Rank, TensorId>& there, const Assembly& cut,
        const Assembly& cutThere) const
    {
        const Rank rank = rankIn(m_target, part);
        if (!cut.isOfReplicas() && cut.parts.size() > 1 && cut.parts.size() == cutThere.parts.size()) {
            for (std::size_t i = 0; i < cut.parts.size(); ++i) {
                if (rankIn(m_target, cut.parts[i].id) == rank)
                    return there.find(rankIn(m_target, cutThere.parts[i].id));
            }
            return there.end();
        }
        const auto at = own.find(rank);
        if (at == own.end() || own.size() != there.size())
            return there.end();
        return std::next(there.begin(), std::distance(own.begin(), at));
    }

    /// The sibling's assembly, as far away from `anchor` as it is from the anchor of its own layer.
    [[nodiscard]] std::optional<Assembly> shifted(
        std::size_t golden, std::size_t sibling, std::size_t anchor, std::size_t siblingAnchor) const
    {
        const Assembly *const own = m_assemblies[anchor], *const other = m_assemblies[siblingAnchor];
        if (!own || !other || own->isCarried() || other->isCarried())
            return std::nullopt;
        Assembly carried = *m_assemblies[sibling];
        for (AssemblyPart& part : carried.parts) {
            const Place from = m_places.at(part.id);
            const auto there = placeIn(*other, from.lane);
            if (!there)
                return std::nullopt;
            auto here = placeIn(*own, from.lane);
            const bool isOtherLane = !here && m_places.contains(own->parts.front().id);
            if (isOtherLane)
                here = m_places.at(own->parts.front().id); // another stage
            if (!here || from.position + here->position < there->position)
                return std::nullopt;
            const std::size_t position = from.position + here->position - there->position;
            const Lane& lane = m_lanes[here->lane];
            const Call& model = m_lanes[from.lane][from.position];
            if (position >= lane.size() || lane[position].kind != model.kind)
                return std::nullopt;
            const auto& tensors = lane[position].tensors;
            const auto taken = isOtherLane ? inSameRole(part.id, model.tensors, tensors, *other, *own)
                                           : tensors.find(rankIn(m_target, part.id));
            if (taken == tensors.end()
                || recordedShape(m_target, taken->second) != recordedShape(m_target, part.id))
                return std::nullopt;
            part.id = taken->second;
        }
        for (TensorId& id : carried.together) { // as far away from golden's tensor as from the sibling
            const auto at = std::ranges::lower_bound(m_goldens, id);
            const auto number = static_cast<std::size_t>(std::distance(m_goldens.begin(), at)) + golden;
            if (number < sibling || number - sibling >= m_goldens.size()
                || m_kinds[number - sibling] != m_kinds[number - golden])
                return std::nullopt;
            id = m_goldens[number - sibling];
        }
        carried.basis = AssemblyBasis::Siblings;
        return carried;
    }

    std::map<TensorId, Assembly>& m_found;
    const DumpIndex &m_target, &m_golden;
    std::vector<TensorId> m_goldens;
    std::map<OperatorClass, ClassNumber> m_classes;
    std::vector<ClassNumber> m_kinds;          ///< of golden's tensors
    std::vector<const Assembly*> m_assemblies; ///< of golden's tensors; null: none
    std::map<std::pair<ClassNumber, Shape>, std::vector<std::size_t>> m_siblings;
    std::set<TensorId> m_used; ///< parts of what was found
    std::vector<Lane> m_lanes;
    std::map<TensorId, Place> m_places;
};

/// Drops what was carried to tensors of which another one of golden is made, by its values.
void dropTaken(std::map<TensorId, Assembly>& found)
{
    constexpr double kAsFar = 5, kRounding = 1e-3;
    using Piece = std::pair<TensorId, std::vector<std::int32_t>>;
    std::map<Piece, double> errors; // of what is one of golden
    for (const auto& [id, assembly] : found) {
        for (const AssemblyPart& part : assembly.parts) {
            if (!assembly.isCarried() && !assembly.isAdded())
                errors.try_emplace(Piece(part.id, part.places), part.error);
        }
    }
    std::erase_if(found, [&](const auto& entry) {
        const Assembly& assembly = entry.second;
        return assembly.basis == AssemblyBasis::Siblings && !assembly.isAdded()
            && std::ranges::all_of(assembly.parts, [&](const AssemblyPart& part) {
                   const auto at = errors.find(Piece(part.id, part.places));
                   return at != errors.end() && assembly.error > kAsFar * at->second + kRounding;
               });
    });
}

/// What cannot be read is left out; of replicas the farthest off goes first.
Result<void> measureCarried(std::map<TensorId, Assembly>& found, const TensorStore& target,
    const TensorStore& golden, TaskContext& task)
{
    for (auto at = found.begin(); at != found.end();) {
        Assembly& assembly = at->second;
        bool isGood = true;
        if (assembly.isCarried() && assembly.isOfStatistics) {
            isGood = measureByStatistics(assembly, at->first, target.index(), golden.index());
        } else if (assembly.isCarried()) {
            TRY_ASSIGN(isGood, measureByValues(assembly, at->first, target, golden, task));
        }
        at = isGood ? std::next(at) : found.erase(at);
    }
    return {};
}

} // namespace

Result<void> carryAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const SaidLayout* layout, TaskContext& task)
{
    Carrier(found, target, golden, layout).run();
    TRY_VOID(measureCarried(found, TensorStore(target.index), TensorStore(golden.index), task));
    dropTaken(found);
    return {};
}

} // namespace dumpscope::core
