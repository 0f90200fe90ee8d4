// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/token_maps.h"

#include "compare/layout/operator_class.h"
#include "tensor/dtype.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// How far a token may be from its like, of its size, and how much farther the next one has to be.
constexpr float kNear = 0.2F, kFarther = 3;

Shape extentsOf(const Sketched& tensor, const SliceSet& set)
{
    const TensorReading& reading = tensor.readings[set.reading];
    Shape extents;
    for (const std::size_t place : reading.merged[set.axis])
        extents.push_back(tensor.inner[reading.axes[place]]);
    return extents;
}

/// Shapes of the ids of tokens, in ascending order of extents. None: nothing is known.
std::set<Shape> tokenShapes(const ComparisonSide& side)
{
    std::set<Shape> shapes;
    for (const TensorId id : tokenIdsOf(side)) {
        Shape extents = squeezed(side.index->shape(side.index->tensor(id).shape));
        std::ranges::sort(extents);
        shapes.insert(std::move(extents));
    }
    return shapes;
}

bool mayBeTokens(Shape extents, const std::set<Shape>& shapes)
{
    if (extents.empty() || extents.size() > 2)
        return false;
    std::ranges::sort(extents);
    return shapes.empty() || shapes.contains(extents);
}

/// Of each slice of the target the one of golden that it is; -1: not told.
std::vector<std::int32_t> likesOf(const SliceSet& target, const SliceSet& golden)
{
    std::vector<std::int32_t> likes;
    for (const SliceSketch& own : target.slices) {
        float least = 0, next = 0;
        std::int32_t best = -1;
        for (std::size_t j = 0; j < golden.slices.size(); ++j) {
            const float distance = own.distance(golden.slices[j]);
            if (best < 0 || distance < least) {
                next = best < 0 ? distance : least;
                least = distance;
                best = static_cast<std::int32_t>(j);
            } else if (j == 1 || distance < next) {
                next = distance;
            }
        }
        const bool isTold = least < kNear * own.norm && next > kFarther * least && next > kNear * own.norm;
        likes.push_back(isTold ? best : -1);
    }
    return likes;
}

class Votes {
public:
    Votes(const ComparisonSide& target, const ComparisonSide& golden)
        : m_target(*target.index)
        , m_golden(*golden.index)
        , m_goldenShapes(tokenShapes(golden))
        , m_targetShapes(tokenShapes(target))
    {
    }

    Result<void> count(const RunSketches& sketches, TaskContext& task)
    {
        std::vector<const Sketched*> voters;
        for (const Sketched& golden : sketches.goldens()) {
            const TensorRow& row = m_golden.tensor(golden.id);
            const bool isActivation = row.io == Io::Output || (row.io == Io::Input && row.slot == 0);
            if (isActivation && hasTokens(golden))
                voters.push_back(&golden);
        }
        constexpr std::size_t kVoters = 48;
        const std::size_t every = std::max<std::size_t>(1, voters.size() / kVoters);
        for (std::size_t i = every - 1; i < voters.size(); i += every) {
            TRY_VOID(task.checkStop());
            vote(*voters[i], sketches);
        }
        return {};
    }

    [[nodiscard]] std::vector<TokenGroup> decided() const
    {
        std::vector<TokenGroup> groups;
        for (const auto& [where, counts] : m_counts) {
            auto tokens = decidedMap(where, counts);
            if (!tokens)
                continue;
            const auto same
                = std::ranges::find_if(groups, [&, goldenStep = where.goldenStep](const TokenGroup& group) {
                      return group.golden == goldenStep && doAgree(*group.tokens, *tokens);
                  });
            if (same != groups.end()) {
                same->targets.insert(where.target);
                same->tokens = std::make_shared<const TokenMap>(united(*same->tokens, *tokens));
            } else {
                groups.push_back(
                    {where.goldenStep, {where.target}, std::make_shared<const TokenMap>(std::move(*tokens))});
            }
        }
        std::erase_if(groups, [](const TokenGroup& group) { return isAsItLies(*group.tokens); });
        return groups;
    }

private:
    struct Where {
        Step goldenStep;
        RankStep target;
        Shape goldenExtents, targetExtents;
        auto operator<=>(const Where&) const = default;
    };
    /// By places of the target: how often tensors of a class of operators say which of golden it is.
    using Counts = std::vector<std::map<OperatorClass, std::map<std::int32_t, std::size_t>>>;

    [[nodiscard]] bool hasTokens(const Sketched& golden) const
    {
        return std::ranges::any_of(golden.slices, [&](const auto& entry) {
            return std::ranges::any_of(entry.second,
                [&](const SliceSet& set) { return mayBeTokens(extentsOf(golden, set), m_goldenShapes); });
        });
    }

    void vote(const Sketched& golden, const RunSketches& sketches)
    {
        for (const auto& [key, sets] : golden.slices) {
            const auto* const holders = sketches.holdersOf(key);
            for (const SliceSet& set : sets) {
                const Shape extents = extentsOf(golden, set);
                if (!holders || !mayBeTokens(extents, m_goldenShapes))
                    continue;
                for (const SliceHolder& holder : *holders) {
                    const Sketched& target = sketches.targets()[holder.target];
                    for (const SliceSet& part : *holder.sets) {
                        const Shape own = extentsOf(target, part);
                        if (part.slices.size() > 1 && mayBeTokens(own, m_targetShapes))
                            add(golden, extents, set, target, own, part);
                    }
                }
            }
        }
    }

    void add(const Sketched& golden, const Shape& goldenExtents, const SliceSet& set, const Sketched& target,
        const Shape& targetExtents, const SliceSet& part)
    {
        constexpr std::size_t kShare = 4; // one in so many is told
        const std::vector<std::int32_t> likes = likesOf(part, set);
        const auto told = static_cast<std::size_t>(
            std::ranges::count_if(likes, [](std::int32_t like) { return like >= 0; }));
        if (told < 2 || kShare * told < std::min(part.slices.size(), set.slices.size()))
            return;
        const FolderFacts& facts = m_target.factsOf(target.id);
        const OperatorClass kind = operatorClassOf(m_golden, golden.id);
        Counts& counts = m_counts[{
            m_golden.factsOf(golden.id).step, {facts.rank, facts.step}, goldenExtents, targetExtents}];
        counts.resize(likes.size());
        for (std::size_t i = 0; i < likes.size(); ++i) {
            if (likes[i] >= 0)
                ++counts[i][kind][likes[i]];
        }
    }

    /// Places of golden that a place of the target may be: each class of operators has one vote.
    [[nodiscard]] static std::map<std::int32_t, std::size_t> votesOf(const Counts::value_type& classes)
    {
        std::map<std::int32_t, std::size_t> votes;
        for (const auto& [kind, likes] : classes)
            ++votes[std::ranges::max_element(likes, {}, &std::pair<const std::int32_t, std::size_t>::second)
                        ->first];
        return votes;
    }

    [[nodiscard]] static std::optional<TokenMap> decidedMap(const Where& where, const Counts& counts)
    {
        constexpr std::size_t kClasses = 3, kAgree = 4; // of kAgree + 1 votes
        TokenMap made {where.goldenExtents, where.targetExtents, {}};
        std::vector<std::pair<std::size_t, std::int32_t>> best(
            elementCount(where.goldenExtents).value_or(0), {0, -1}); // votes, place in the target
        std::size_t decided = 0;
        const auto decide = [&](std::size_t i, std::size_t fewest, bool areUnanimous) {
            const auto votes = votesOf(counts[i]);
            std::size_t all = 0, most = 0;
            std::int32_t like = -1;
            for (const auto& [place, classes] : votes) {
                all += classes;
                if (classes > most)
                    std::tie(most, like) = std::pair(classes, place);
            }
            if (most < fewest || (kAgree + 1) * most < kAgree * all || (areUnanimous && most < all))
                return;
            auto& taken = best[static_cast<std::size_t>(like)];
            if (most > taken.first && (!areUnanimous || taken.second < 0)) {
                decided += taken.second < 0 ? 1 : 0;
                taken = {most, static_cast<std::int32_t>(i)};
            }
        };
        for (std::size_t i = 0; i < counts.size(); ++i)
            decide(i, kClasses, false);
        // Behind a fault few know of a token; where most are placed, all who do are believed.
        if (2 * decided >= counts.size()) {
            std::set<std::int32_t> placed;
            for (const auto& [votes, place] : best)
                placed.insert(place);
            for (std::size_t i = 0; i < counts.size(); ++i) {
                if (!placed.contains(static_cast<std::int32_t>(i)))
                    decide(i, kClasses - 1, true);
            }
        }
        for (const auto& [votes, place] : best)
            made.places.push_back(place);
        constexpr std::size_t kShare = 4;
        const std::size_t covered = made.covered();
        return covered > 1 && kShare * covered >= std::min(counts.size(), best.size())
            ? std::optional(std::move(made))
            : std::nullopt;
    }

    /// Whether two processes hold the same tokens, of which each may tell some alone: half of what either
    /// tells is said by both, and nothing that both say differs.
    static bool doAgree(const TokenMap& a, const TokenMap& b)
    {
        if (a.golden != b.golden || a.target != b.target || a.places.size() != b.places.size())
            return false;
        const TokenMap both = united(a, b);
        std::set<std::int32_t> taken;
        std::size_t shared = 0;
        for (std::size_t i = 0; i < a.places.size(); ++i) {
            if (a.places[i] >= 0 && b.places[i] >= 0 && a.places[i] != b.places[i])
                return false;
            if (both.places[i] >= 0 && !taken.insert(both.places[i]).second)
                return false;
            shared += a.places[i] >= 0 && b.places[i] >= 0 ? 1 : 0;
        }
        return 2 * shared >= std::max(a.covered(), b.covered());
    }

    static TokenMap united(const TokenMap& a, const TokenMap& b)
    {
        TokenMap made = a;
        for (std::size_t i = 0; i < made.places.size(); ++i)
            made.places[i] = std::max(made.places[i], b.places[i]);
        return made;
    }

    /// Whether tokens stand at the same places, perhaps with the axes in the other order.
    static bool isAsItLies(const TokenMap& tokens)
    {
        const bool isTurned = tokens.golden.size() == 2
            && tokens.target == Shape(tokens.golden.rbegin(), tokens.golden.rend());
        const auto areAt = [&](const auto& placeOf) {
            for (std::size_t i = 0; i < tokens.places.size(); ++i) {
                if (tokens.places[i] >= 0 && static_cast<std::size_t>(tokens.places[i]) != placeOf(i))
                    return false;
            }
            return true;
        };
        const auto rows = static_cast<std::size_t>(tokens.golden.front());
        const auto columns = static_cast<std::size_t>(tokens.golden.back());
        return (tokens.golden == tokens.target && areAt([](std::size_t i) { return i; }))
            || (isTurned && areAt([&](std::size_t i) { return i % columns * rows + i / columns; }));
    }

    const DumpIndex &m_target, &m_golden;
    std::set<Shape> m_goldenShapes, m_targetShapes;
    std::map<Where, Counts> m_counts;
};

} // namespace

std::vector<TensorId> tokenIdsOf(const ComparisonSide& side)
{
    std::vector<TensorId> ids;
    std::optional<OperatorClass> first;
    for (const TensorId id : side.tensors()) {
        const TensorRow& row = side.index->tensor(id);
        const DTypeClass kind = dtypeInfo(row.dtype).kind;
        if ((kind != DTypeClass::Signed && kind != DTypeClass::Unsigned) || !row.shape.isValid())
            continue;
        const std::size_t axes = squeezed(side.index->shape(row.shape)).size();
        if (axes == 0 || axes > 2)
            continue;
        if (!first)
            first = operatorClassOf(*side.index, id);
        if (operatorClassOf(*side.index, id) == *first)
            ids.push_back(id);
    }
    return ids;
}

Result<std::vector<TokenGroup>> findTokenMaps(const ComparisonSide& target, const ComparisonSide& golden,
    const RunSketches& sketches, TaskContext& task)
{
    Votes votes(target, golden);
    TRY_VOID(votes.count(sketches, task));
    return votes.decided();
}

} // namespace dumpscope::core
