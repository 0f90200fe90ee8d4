// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/token_assemblies.h"

#include "compare/layout/operator_class.h"
#include "compare/layout/run_sketches.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

/// Groups of processes that share golden's tokens among them.
using Family = std::vector<TokenGroup>;

std::vector<Family> familiesOf(const std::vector<TokenGroup>& groups)
{
    std::vector<Family> families;
    for (const TokenGroup& group : groups) {
        const auto at = std::ranges::find_if(families, [&](const Family& family) {
            const TokenGroup& first = family.front();
            return first.golden == group.golden && first.tokens->golden == group.tokens->golden
                && first.isKnown == group.isKnown
                && (group.isKnown || first.tokens->target == group.tokens->target);
        });
        if (at != families.end())
            at->push_back(group);
        else
            families.push_back({group});
    }
    return families;
}

bool areApart(const Family& a, const Family& b)
{
    if (a.front().golden != b.front().golden || a.front().tokens->golden != b.front().tokens->golden)
        return false;
    return std::ranges::all_of(a, [&](const TokenGroup& own) {
        return std::ranges::all_of(b, [&](const TokenGroup& other) {
            const auto &ours = own.tokens->places, &theirs = other.tokens->places;
            for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
                if (ours[i] >= 0 && theirs[i] >= 0)
                    return false;
            }
            return true;
        });
    });
}

std::vector<Family> unitedFamilies(std::vector<Family> families)
{
    std::vector<Family> united;
    for (Family& family : families) {
        const auto at
            = std::ranges::find_if(united, [&](const Family& other) { return areApart(family, other); });
        if (at == united.end())
            united.push_back(std::move(family));
        else
            std::ranges::move(family, std::back_inserter(*at));
    }
    return united;
}

class TokenSearch {
public:
    TokenSearch(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
        const ComparisonSide& golden, const PairsByName& byName, TaskContext& task)
        : m_found(found)
        , m_targetSide(target)
        , m_goldenSide(golden)
        , m_byName(byName)
        , m_task(task)
        , m_target(target.index)
        , m_golden(golden.index)
    {
    }

    Result<void> add(const Family& family)
    {
        std::map<TensorId, std::vector<Assembly>> parts;
        for (const TokenGroup& group : family) {
            RunSketches sketches(
                m_targetSide, m_goldenSide, {targetsOf(group), goldensOf(group, true), group.tokens}, m_task);
            TRY_VOID(sketches.read());
            TRY_ASSIGN(
                auto matched, matchedAssemblies(m_targetSide, m_goldenSide, sketches, m_byName, m_task));
            for (auto& [id, assembly] : matched)
                parts[id].push_back(std::move(assembly));
            TRY_VOID(addIntegers(group, parts));
        }
        for (auto& [id, own] : parts) {
            const bool isFilled = fillMissing(own, family);
            TRY_ASSIGN(auto whole, joined(id, std::move(own), family.size()));
            if (!whole)
                continue;
            if (isFilled)
                whole->basis = AssemblyBasis::Siblings;
            m_found.emplace(id, std::move(*whole));
        }
        return {};
    }

    /// Whether the family has all tokens but padding.
    Result<bool> isWhole(const Family& family)
    {
        const std::vector<bool> isHeld = heldBy(family);
        if (family.front().isKnown || std::ranges::all_of(isHeld, [](bool held) { return held; }))
            return true;
        if (isRestElsewhere(family))
            return false;
        for (const TensorId id : tokenIdsOf(m_goldenSide)) {
            const DumpIndex& index = *m_goldenSide.index;
            if (index.factsOf(id).step != family.front().golden
                || squeezed(index.shape(index.tensor(id).shape)) != family.front().tokens->golden)
                continue;
            const auto values = valuesOf(m_golden, id, m_task);
            if (!values && values.error().code == Code::Cancelled)
                return fail(values.error());
            std::set<float> left; // padding has one id
            for (std::size_t i = 0; values && i < std::min(values->size(), isHeld.size()); ++i) {
                if (!isHeld[i])
                    left.insert((*values)[i]);
            }
            if (left.size() > 1)
                return false;
        }
        return true;
    }

    static std::vector<bool> heldBy(const Family& family)
    {
        std::vector<bool> isHeld(family.front().tokens->places.size(), false);
        for (const TokenGroup& group : family) {
            for (std::size_t i = 0; i < isHeld.size(); ++i)
                isHeld[i] = isHeld[i] || group.tokens->places[i] >= 0;
        }
        return isHeld;
    }

    /// Whether tokens that the family does not have are held by others, as in later steps.
    [[nodiscard]] bool isRestElsewhere(const Family& family) const
    {
        const Shape& extents = family.front().tokens->golden;
        const auto all = static_cast<std::int64_t>(elementCount(extents).value_or(0));
        const auto isOfFamily = [&](const AssemblyPart& part) {
            const FolderFacts& facts = m_targetSide.index->factsOf(part.id);
            return std::ranges::any_of(family, [&](const TokenGroup& group) {
                return group.targets.contains({facts.rank, facts.step});
            });
        };
        return std::ranges::any_of(m_found, [&](const auto& entry) {
            const Assembly& assembly = entry.second;
            const std::int64_t places = assembly.shape[assembly.along];
            return assembly.partsUsed() > 1 && !assembly.isAdded()
                && (places == all || places == extents.back())
                && std::ranges::any_of(assembly.parts, isOfFamily)
                && !std::ranges::all_of(assembly.parts, isOfFamily);
        });
    }

    /// Names tell where what was not found stands: in processes that have all tokens, and of steps that share
    /// them at the same place of the program.
    Result<void> addByName(const Family& family)
    {
        for (const TokenGroup& group : family) {
            if (!areNamesRight(group))
                continue;
            for (const auto& [golden, target] : m_byName) {
                TRY_VOID(m_task.checkStop());
                if (m_found.contains(golden) || !isOf(group, m_targetSide.index->factsOf(target))
                    || m_goldenSide.index->factsOf(golden).step != group.golden)
                    continue;
                auto assembly = laidAsGolden(golden, target, group);
                if (!assembly)
                    continue;
                TRY_ASSIGN(auto whole, withOtherSteps(golden, std::move(*assembly), group, family));
                if (!whole)
                    continue;
                whole->basis = AssemblyBasis::Names;
                m_found.emplace(golden, std::move(*whole));
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::vector<TensorId> targetsOf(const TokenGroup& group) const
    {
        std::vector<TensorId> ids;
        for (const TensorId id : m_targetSide.tensors()) {
            if (isOf(group, m_targetSide.index->factsOf(id)))
                ids.push_back(id);
        }
        return ids;
    }

    [[nodiscard]] static bool isOf(const TokenGroup& group, const FolderFacts& facts)
    {
        return group.targets.contains({facts.rank, facts.step});
    }

    /// A fault of one step spoils its tokens alone: what the others say of the operator holds for it as well.
    /// False: nothing is missing, or more than one step.
    bool fillMissing(std::vector<Assembly>& own, const Family& family) const
    {
        if (own.size() + 1 != family.size() || own.empty())
            return false;
        const auto isFound = [&](const TokenGroup& group) {
            return std::ranges::any_of(own, [&](const Assembly& assembly) {
                return isOf(group, m_targetSide.index->factsOf(assembly.parts.front().id));
            });
        };
        const auto missing = std::ranges::find_if_not(family, isFound);
        if (missing == family.end() || own.back().isAdded())
            return false;
        Assembly made = own.back();
        for (AssemblyPart& part : made.parts) {
            if (!moveTo(part, *missing))
                return false;
        }
        own.push_back(std::move(made));
        return true;
    }

    /// With the same tensor of all other groups of the family; nothing where one has none.
    Result<std::optional<Assembly>> withOtherSteps(
        TensorId golden, Assembly first, const TokenGroup& own, const Family& family)
    {
        std::vector<Assembly> all {std::move(first)};
        for (const TokenGroup& group : family) {
            if (&group == &own)
                continue;
            Assembly made = all.front();
            if (!moveTo(made.parts.front(), group))
                return std::optional<Assembly>();
            all.push_back(std::move(made));
        }
        return joined(golden, std::move(all), family.size());
    }

    /// The tensor at the same place of the program in the step of another group.
    [[nodiscard]] bool moveTo(AssemblyPart& part, const TokenGroup& group) const
    {
        const DumpIndex& index = *m_targetSide.index;
        const TensorRow& own = index.tensor(part.id);
        if (!own.opName.isValid())
            return false;
        const Shape laid = repaddedShape(*part.tokens, part.tokenAxes, squeezed(index.shape(own.shape)));
        for (const TensorId id : index.tensorsOfOperator(own.opName)) {
            const TensorRow& row = index.tensor(id);
            if (row.occurrence != own.occurrence || row.io != own.io || row.slot != own.slot
                || row.entry != own.entry || !isOf(group, index.factsOf(id))
                || index.factsOf(id).rank != index.factsOf(part.id).rank)
                continue;
            const Shape shape = squeezed(index.shape(row.shape));
            for (const TokenAxes& axes : tokenAxesOf(shape, group.tokens->target)) {
                if (axes.hasSecond != part.tokenAxes.hasSecond
                    || repaddedShape(*group.tokens, axes, shape) != laid)
                    continue;
                part.id = id;
                part.tokens = group.tokens;
                part.tokenAxes = axes;
                return true;
            }
        }
        return false;
    }

    /// Of its step, not found yet.
    [[nodiscard]] std::vector<TensorId> goldensOf(const TokenGroup& group, bool areFloating) const
    {
        std::vector<TensorId> ids;
        for (const TensorId id : m_goldenSide.tensors()) {
            const TensorRow& row = m_goldenSide.index->tensor(id);
            if (m_goldenSide.index->factsOf(id).step == group.golden && !m_found.contains(id)
                && isFloating(row.dtype) == areFloating)
                ids.push_back(id);
        }
        return ids;
    }

    /// The target's tensor with its tokens where golden's are, if the shapes allow it.
    [[nodiscard]] std::optional<Assembly> laidAsGolden(
        TensorId golden, TensorId target, const TokenGroup& group) const
    {
        const DumpIndex &own = *m_targetSide.index, &other = *m_goldenSide.index;
        if (!own.tensor(target).shape.isValid() || !other.tensor(golden).shape.isValid())
            return std::nullopt;
        const Shape shape = squeezed(own.shape(own.tensor(target).shape));
        const Shape wanted = squeezed(other.shape(other.tensor(golden).shape));
        for (TokenAxes& axes : tokenAxesOf(shape, group.tokens->target)) {
            if (repaddedShape(*group.tokens, axes, shape) != wanted)
                continue;
            Assembly assembly;
            assembly.kind = AssemblyKind::Tokens;
            assembly.shape = {1, static_cast<std::int64_t>(elementCount(wanted).value_or(0))};
            AssemblyPart part;
            part.id = target;
            part.shape = assembly.shape;
            part.places = {0};
            part.tokens = group.tokens;
            part.tokenAxes = std::move(axes);
            assembly.parts.push_back(std::move(part));
            return assembly;
        }
        return std::nullopt;
    }

    [[nodiscard]] bool areNamesRight(const TokenGroup& group) const
    {
        constexpr std::size_t kMost = 10, kRight = 8;
        std::size_t all = 0, right = 0;
        for (const auto& [golden, target] : m_byName) {
            const FolderFacts& facts = m_targetSide.index->factsOf(target);
            const auto at = m_found.find(golden);
            if (at == m_found.end() || !group.targets.contains({facts.rank, facts.step}))
                continue;
            const TensorId id = target;
            ++all;
            right += std::ranges::any_of(
                         at->second.parts, [&](const AssemblyPart& part) { return part.id == id; })
                ? 1
                : 0;
        }
        return kMost * right >= kRight * all && right > 0;
    }

    /// Ids, positions and masks: those that are equal, of one name before others.
    Result<void> addIntegers(const TokenGroup& group, std::map<TensorId, std::vector<Assembly>>& parts)
    {
        constexpr std::uint64_t kMost = 4U << 20U;
        std::vector<TensorId> targets = targetsOf(group);
        std::erase_if(targets, [&](TensorId id) {
            const TensorRow& row = m_targetSide.index->tensor(id);
            return isFloating(row.dtype) || row.state != TensorState::Ok || row.bytes > kMost;
        });
        for (const TensorId golden : goldensOf(group, false)) {
            const TensorRow& row = m_goldenSide.index->tensor(golden);
            if (row.state != TensorState::Ok || row.bytes > kMost)
                continue;
            TRY_ASSIGN(auto best, equalInteger(golden, targets, group));
            if (best)
                parts[golden].push_back(std::move(*best));
        }
        return {};
    }

    Result<std::optional<Assembly>> equalInteger(
        TensorId golden, const std::vector<TensorId>& targets, const TokenGroup& group)
    {
        std::optional<Assembly> best;
        const OperatorClass kind = operatorClassOf(*m_goldenSide.index, golden);
        int bestRank = 0;
        for (const TensorId target : targets) {
            const int rank = m_byName.contains({golden, target})       ? 3
                : operatorClassOf(*m_targetSide.index, target) == kind ? 2
                                                                       : 1;
            if (rank <= bestRank)
                continue;
            auto assembly = laidAsGolden(golden, target, group);
            if (!assembly)
                continue;
            TRY_ASSIGN(const bool isMeasured, measureByValues(*assembly, golden, m_target, m_golden, m_task));
            if (isMeasured && assembly->error == 0 && assembly->coverage > 0) {
                best = std::move(assembly);
                bestRank = rank;
            }
        }
        return best;
    }

    /// Parts of groups beside each other; nothing where a group has none or they stand otherwise.
    Result<std::optional<Assembly>> joined(TensorId golden, std::vector<Assembly> own, std::size_t groups)
    {
        if (own.size() != groups)
            return std::optional<Assembly>();
        Assembly whole = std::move(own.front());
        if (groups == 1)
            return std::optional(std::move(whole));
        for (std::size_t i = 1; i < own.size(); ++i) {
            if (own[i].shape != whole.shape || own[i].along != whole.along || own[i].isAdded())
                return std::optional<Assembly>();
            std::ranges::move(own[i].parts, std::back_inserter(whole.parts));
        }
        if (whole.isAdded())
            return std::optional<Assembly>();
        whole.kind = AssemblyKind::Tokens;
        TRY_ASSIGN(const bool isMeasured, measureByValues(whole, golden, m_target, m_golden, m_task));
        return isMeasured ? std::optional(std::move(whole)) : std::nullopt;
    }

    std::map<TensorId, Assembly>& m_found;
    const ComparisonSide &m_targetSide, &m_goldenSide;
    const PairsByName& m_byName;
    TaskContext& m_task;
    TensorStore m_target, m_golden;
};

} // namespace

Result<std::vector<TokenGroup>> addTokenAssemblies(std::map<TensorId, Assembly>& found,
    const std::vector<TokenGroup>& groups, const ComparisonSide& target, const ComparisonSide& golden,
    const PairsByName& byName, TaskContext& task)
{
    TokenSearch search(found, target, golden, byName, task);
    std::vector<Family> families, rest;
    for (Family& family : familiesOf(groups)) {
        TRY_ASSIGN(const bool isWhole, search.isWhole(family));
        (isWhole ? families : rest).push_back(std::move(family));
    }
    for (Family& family : unitedFamilies(std::move(rest))) { // steps, each with tokens of its own
        TRY_ASSIGN(const bool isWhole, search.isWhole(family));
        if (isWhole)
            families.push_back(std::move(family));
    }
    for (const Family& family : families)
        TRY_VOID(search.add(family));
    std::vector<TokenGroup> wholes;
    for (const Family& family : families) {
        TRY_VOID(search.addByName(family));
        if (family.size() == 1)
            wholes.push_back(family.front());
    }
    return wholes;
}

} // namespace dumpscope::core
