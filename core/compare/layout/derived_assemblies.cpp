// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/derived_assemblies.h"

#include "compare/layout/operator_class.h"
#include "compare/significand.h"

#include <algorithm>
#include <cmath>
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
    Deriving(std::map<TensorId, Assembly>& found, const ComparisonSide& target, const ComparisonSide& golden,
        TaskContext& task)
        : m_found(found)
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
                && other.along == 0 && operatorClassOf(m_golden.index(), entry.first) == kind
                && innerShape(m_golden.index(), entry.first).back() == last;
        });
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
            const Shape part = innerShape(m_target.index(), *id);
            auto axes = orderLike(shape, part);
            if (!axes || part.back() != static_cast<std::int64_t>(from.places.size()))
                return std::optional<Assembly>();
            AssemblyPart own;
            own.id = *id;
            own.axes = std::move(*axes);
            own.shape = {made.shape[0], part.back()};
            own.places = from.places;
            made.parts.push_back(std::move(own));
        }
        TRY_ASSIGN(const bool isMeasured, measureByValues(made, golden, m_target, m_golden, m_task));
        if (!isMeasured)
            return std::optional<Assembly>();
        constexpr double kRounding = 0.01;
        made.basis = made.error <= kRounding ? AssemblyBasis::Values : AssemblyBasis::Parameter;
        return std::optional(std::move(made));
    }

    std::map<TensorId, Assembly>& m_found;
    TensorStore m_target, m_golden;
    std::map<CallName, std::vector<TensorId>> m_targetCalls, m_goldenCalls;
    TaskContext& m_task;
};

/// Whether what ranks have at one place has little in common: terms of a sum, not copies.
Result<bool> areTermsOfSum(const std::vector<TensorId>& ranks, const TensorStore& target, TaskContext& task)
{
    constexpr double kCopies = 0.3; // a faulty copy is still one
    std::vector<float> first;
    for (const TensorId id : ranks) {
        const auto values = valuesOf(target, id, task);
        if (!values && values.error().code == Code::Cancelled)
            return fail(values.error());
        if (!values || (!first.empty() && first.size() != values->size()))
            return false;
        if (first.empty()) {
            first = *values;
            continue;
        }
        double error = 0, size = 0;
        for (std::size_t i = 0; i < first.size(); ++i) {
            error += std::pow(static_cast<double>(first[i]) - (*values)[i], 2);
            size += std::pow(static_cast<double>(first[i]), 2);
        }
        if (error > kCopies * kCopies * size)
            return true;
    }
    return false;
}

/// The results of the reduction that comes next, in place of its terms; false: none comes.
bool takeReduced(std::vector<TensorId>& ranks, const ComparisonSide& target)
{
    constexpr std::size_t kNear = 8; // tensors
    const DumpIndex& index = *target.index;
    const std::vector<TensorId> all = target.tensors();
    std::vector<TensorId> reduced;
    for (const TensorId id : ranks) {
        const auto at = std::ranges::lower_bound(all, id);
        for (auto next = at; next != all.end() && next - at < static_cast<std::ptrdiff_t>(kNear); ++next) {
            const TensorRow& row = index.tensor(*next);
            if (row.folder == index.tensor(id).folder && row.io == Io::Output && row.opType.isValid()
                && index.text(row.opType) == "all_reduce"
                && recordedShape(index, *next) == recordedShape(index, id)) {
                reduced.push_back(*next);
                break;
            }
        }
    }
    if (reduced.size() != ranks.size())
        return false;
    ranks = std::move(reduced);
    return true;
}

} // namespace

bool isParameterOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter || (row.io == Io::Input && row.slot > 0);
}

Result<void> addDerivedAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, TaskContext& task)
{
    return Deriving(found, target, golden, task).run();
}

Result<void> addNamedAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const PairsByName& byName, TaskContext& task)
{
    constexpr std::size_t kMost = 10; // one activation in so many may have been found by chance
    std::size_t activations = 0, known = 0;
    for (const TensorId id : golden.tensors()) {
        if (!isFloating(golden.index->tensor(id).dtype) || isParameterOf(*golden.index, id))
            continue;
        ++activations;
        known += found.contains(id) && !found.at(id).isCarried() ? 1 : 0;
    }
    std::size_t parameters = 0, right = 0; // that names pair, and rightly
    for (const auto& [own, other] : byName) {
        const auto at = found.find(own);
        if (at == found.end() || at->second.isCarried() || !isParameterOf(*golden.index, own))
            continue;
        const TensorId id = other;
        ++parameters;
        right
            += std::ranges::any_of(at->second.parts, [&](const AssemblyPart& part) { return part.id == id; })
            ? 1
            : 0;
    }
    if (kMost * known > activations || parameters == 0 || 5 * right < 4 * parameters)
        return {};
    using CallPlace = std::tuple<std::optional<std::int64_t>, StringId, std::uint32_t, Io, std::int32_t>;
    std::map<CallPlace, std::vector<TensorId>> ranks;
    const auto placeOf = [&](TensorId id) {
        const TensorRow& row = target.index->tensor(id);
        return CallPlace(target.index->factsOf(id).step, row.opName, row.occurrence, row.io, row.slot);
    };
    for (const TensorId id : target.tensors())
        ranks[placeOf(id)].push_back(id);
    const TensorStore ours(target.index), theirs(golden.index);
    for (const auto& [own, other] : byName) {
        TRY_VOID(task.checkStop());
        const TensorRow& row = golden.index->tensor(own);
        if (found.contains(own) || !isFloating(row.dtype) || row.io == Io::Gradient)
            continue;
        std::vector<TensorId> parts = ranks.at(placeOf(other));
        const Shape whole = recordedShape(*golden.index, own), part = recordedShape(*target.index, other);
        const bool areAlike = std::ranges::all_of(
            parts, [&](TensorId id) { return recordedShape(*target.index, id) == part; });
        if (!areAlike || whole.size() != part.size() || whole.empty())
            continue;
        std::vector<std::size_t> cut;
        for (std::size_t axis = 0; axis < whole.size(); ++axis) {
            if (whole[axis] != part[axis])
                cut.push_back(axis);
        }
        const auto count = static_cast<std::int64_t>(parts.size());
        if (cut.size() > 1 || (cut.size() == 1 && part[cut.front()] * count != whole[cut.front()]))
            continue;
        if (cut.empty() && count > 1) {
            TRY_ASSIGN(const bool areTerms, areTermsOfSum(parts, ours, task));
            if (areTerms && (row.io != Io::Output || !takeReduced(parts, target)))
                continue;
        }
        Assembly made;
        made.shape = whole;
        made.along = cut.empty() ? 0 : cut.front();
        made.kind = !cut.empty() ? AssemblyKind::Concat
            : count > 1          ? AssemblyKind::Replicated
                                 : AssemblyKind::Same;
        if (!cut.empty())
            made.axis = cut.front();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            AssemblyPart from;
            from.id = parts[i];
            from.shape = part;
            from.places.resize(static_cast<std::size_t>(part[made.along]));
            std::iota(from.places.begin(), from.places.end(),
                cut.empty() ? 0 : static_cast<std::int32_t>(static_cast<std::int64_t>(i) * part[made.along]));
            made.parts.push_back(std::move(from));
        }
        TRY_ASSIGN(const bool isMeasured, measureByValues(made, own, ours, theirs, task));
        if (!isMeasured)
            continue;
        made.basis = AssemblyBasis::Names;
        found.emplace(own, std::move(made));
    }
    return {};
}

} // namespace dumpscope::core
