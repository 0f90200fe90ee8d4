// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/derived_assemblies.h"

#include "compare/layout/operator_class.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

using CallName = std::tuple<FolderId, StringId, std::uint32_t>;

CallName callNameOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return {row.folder, row.opName, row.occurrence};
}

std::map<CallName, std::vector<TensorId>> callsOf(const ComparisonSide& side)
{
    std::map<CallName, std::vector<TensorId>> calls;
    for (const TensorId id : side.tensors())
        calls[callNameOf(*side.index, id)].push_back(id);
    return calls;
}

Shape innerShape(const DumpIndex& index, TensorId id)
{
    return squeezed(recordedShape(index, id));
}

/// Order of the axes of a part so that all but the last are golden's: as they are, or the first two
/// exchanged.
std::optional<std::vector<std::size_t>> orderLike(const Shape& golden, const Shape& part)
{
    if (golden.size() != part.size() || golden.empty())
        return std::nullopt;
    std::vector<std::size_t> axes(part.size());
    std::iota(axes.begin(), axes.end(), std::size_t {0});
    const auto fits = [&] {
        for (std::size_t i = 0; i + 1 < golden.size(); ++i) {
            if (part[axes[i]] != golden[i])
                return false;
        }
        return true;
    };
    if (fits())
        return axes;
    if (part.size() == 3)
        std::swap(axes[0], axes[1]);
    return fits() ? std::optional(axes) : std::nullopt;
}

class Deriving {
public:
    Deriving(std::map<TensorId, Assembly>& found, const std::vector<TokenGroup>& groups,
        const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
        : m_found(found)
        , m_groups(groups)
        , m_target(target.index)
        , m_golden(golden.index)
        , m_targetCalls(callsOf(target))
        , m_goldenCalls(callsOf(golden))
        , m_task(task)
    {
    }

    Result<void> run()
    {
        std::map<TensorId, Assembly> added;
        for (const auto& [id, assembly] : m_found) {
            TRY_VOID(m_task.checkStop());
            const bool isCut = assembly.shape.size() == 2 && assembly.axis && !assembly.isOfReplicas()
                && !assembly.isAdded() && !assembly.isOfStatistics && !assembly.parts.front().tokens
                && assembly.parts.front().axes.size() == 2;
            if (!isCut || !isParameterOf(m_golden.index(), id)
                || innerShape(m_golden.index(), id) != assembly.shape)
                continue;
            for (const TensorId other : m_goldenCalls.at(callNameOf(m_golden.index(), id))) {
                if (m_found.contains(other) || added.contains(other)
                    || !isFloating(m_golden.index().tensor(other).dtype))
                    continue;
                TRY_ASSIGN(auto derived, derivedFor(other, assembly));
                if (derived)
                    added.emplace(other, std::move(*derived));
            }
        }
        m_found.merge(added);
        return {};
    }

private:
    /// The tensor at the same place of a part's operator.
    [[nodiscard]] std::optional<TensorId> counterpart(TensorId golden, TensorId part) const
    {
        const TensorRow& own = m_golden.index().tensor(golden);
        for (const TensorId id : m_targetCalls.at(callNameOf(m_target.index(), part))) {
            const TensorRow& row = m_target.index().tensor(id);
            if (row.io == own.io && row.slot == own.slot)
                return id;
        }
        return std::nullopt;
    }

    /// Whether others of the kind have their rows in another order, as queues of experts, each its own.
    [[nodiscard]] bool areReordered(TensorId golden, std::int64_t last) const
    {
        const OperatorClass kind = operatorClassOf(m_golden.index(), golden);
        return std::ranges::any_of(m_found, [&](const auto& entry) {
            const Assembly& other = entry.second;
            return (other.kind == AssemblyKind::Permute || other.kind == AssemblyKind::Interleaved
                       || other.kind == AssemblyKind::Tokens)
                && other.along == 0 && !other.parts.front().tokens
                && operatorClassOf(m_golden.index(), entry.first) == kind
                && innerShape(m_golden.index(), entry.first).back() == last;
        });
    }

    /// A tensor of the target in an order in which all axes but the last are golden's, its tokens where
    /// golden's are; with its own shape so, and no places yet.
    [[nodiscard]] std::optional<AssemblyPart> partLike(
        TensorId golden, const Shape& shape, TensorId target) const
    {
        const FolderFacts& facts = m_target.index().factsOf(target);
        const Shape part = innerShape(m_target.index(), target);
        const auto made = [&](Shape laid) -> std::optional<AssemblyPart> {
            auto axes = orderLike(shape, laid);
            if (!axes)
                return std::nullopt;
            AssemblyPart own;
            own.id = target;
            own.axes = std::move(*axes);
            own.shape = std::move(laid);
            return own;
        };
        for (const TokenGroup& group : m_groups) {
            if (!group.targets.contains({facts.rank, facts.step})
                || group.golden != m_golden.index().factsOf(golden).step)
                continue;
            for (const TokenAxes& axes : tokenAxesOf(part, group.tokens->target)) {
                if (axes.hasSecond)
                    continue;
                if (auto own = made(repaddedShape(*group.tokens, axes, part))) {
                    own->tokens = group.tokens;
                    own->tokenAxes = axes;
                    return own;
                }
            }
        }
        return made(part);
    }

    Result<std::optional<Assembly>> derivedFor(TensorId golden, const Assembly& weight)
    {
        const Shape shape = innerShape(m_golden.index(), golden);
        const TensorRow& row = m_golden.index().tensor(golden);
        const bool isBias = shape.size() == 1 && isParameterOf(m_golden.index(), golden);
        const bool isOutput = row.io == Io::Output && row.slot == 0;
        const bool isInput = row.io == Io::Input && row.slot == 0;
        const std::size_t axis = isInput ? 1 : 0; // of the weight
        if ((!isBias && !isOutput && !isInput) || weight.along != axis || shape.empty()
            || shape.back() != weight.shape[axis] || (!isBias && areReordered(golden, shape.back())))
            return std::optional<Assembly>();
        Assembly made;
        made.kind = weight.kind;
        made.axis = recordedShape(m_golden.index(), golden).size() - 1;
        made.shape
            = {static_cast<std::int64_t>(elementCount(shape).value_or(0)) / shape.back(), shape.back()};
        made.along = 1;
        for (const AssemblyPart& from : weight.parts) {
            const auto id = counterpart(golden, from.id);
            if (!id)
                return std::optional<Assembly>();
            auto own = partLike(golden, shape, *id);
            if (!own || own->shape.back() != static_cast<std::int64_t>(from.places.size()))
                return std::optional<Assembly>();
            own->shape = {made.shape[0], own->shape.back()};
            own->places = from.places;
            made.parts.push_back(std::move(*own));
        }
        TRY_ASSIGN(const bool isMeasured, measureByValues(made, golden, m_target, m_golden, m_task));
        if (!isMeasured)
            return std::optional<Assembly>();
        constexpr double kRounding = 0.01;
        made.basis = made.error <= kRounding ? AssemblyBasis::Values : AssemblyBasis::Parameter;
        return std::optional(std::move(made));
    }

    std::map<TensorId, Assembly>& m_found;
    const std::vector<TokenGroup>& m_groups;
    TensorStore m_target, m_golden;
    std::map<CallName, std::vector<TensorId>> m_targetCalls, m_goldenCalls;
    TaskContext& m_task;
};

} // namespace

bool isParameterOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter || (row.io == Io::Input && row.slot > 0);
}

Result<void> addDerivedAssemblies(std::map<TensorId, Assembly>& found, const std::vector<TokenGroup>& groups,
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    return Deriving(found, groups, target, golden, task).run();
}

} // namespace dumpscope::core
