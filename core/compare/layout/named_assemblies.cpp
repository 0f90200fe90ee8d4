// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/named_assemblies.h"

#include "compare/elements/significand.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// The ranks' tensors at each place of the program.
class RankTensors {
public:
    explicit RankTensors(const ComparisonSide& side)
        : m_index(*side.index)
    {
        for (const TensorId id : side.tensors())
            m_ranks[placeOf(id)].push_back(id);
    }
    [[nodiscard]] const std::vector<TensorId>& at(TensorId id) const { return m_ranks.at(placeOf(id)); }

private:
    using CallPlace = std::tuple<std::optional<std::int64_t>, StringId, std::uint32_t, Io, std::int32_t>;

    [[nodiscard]] CallPlace placeOf(TensorId id) const
    {
        const TensorRow& row = m_index.tensor(id);
        return {m_index.factsOf(id).step, row.opName, row.occurrence, row.io, row.slot};
    }

    const DumpIndex& m_index;
    std::map<CallPlace, std::vector<TensorId>> m_ranks;
};

/// Axes in which the shapes of the ranks' tensors differ from golden's; nothing where they are not alike.
std::optional<std::vector<std::size_t>> cutAxes(
    const Shape& golden, const std::vector<TensorId>& parts, const DumpIndex& target)
{
    const Shape part = recordedShape(target, parts.front());
    const bool areAlike
        = std::ranges::all_of(parts, [&](TensorId id) { return recordedShape(target, id) == part; });
    if (!areAlike || golden.size() != part.size() || golden.empty())
        return std::nullopt;
    std::vector<std::size_t> cut;
    for (std::size_t axis = 0; axis < golden.size(); ++axis) {
        if (golden[axis] != part[axis])
            cut.push_back(axis);
    }
    return cut;
}

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

/// Each process may have a share of it, or its own scale.
bool isGradient(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const auto entry = row.opName.isValid() ? parseMsprobeEntry(index.text(row.opName)) : std::nullopt;
    return row.io == Io::Gradient || (entry && entry->isBackward);
}

/// How axes of a length are cut over the ranks that hold them, where all that was found agree.
class LearntCuts {
public:
    LearntCuts(const std::map<TensorId, Assembly>& found, const DumpIndex& target)
        : m_target(target)
    {
        for (const auto& [id, assembly] : found) {
            const bool isPlain = assembly.kind == AssemblyKind::Concat
                || (assembly.kind == AssemblyKind::Interleaved && !assembly.parts.front().tokens);
            if (!isPlain || assembly.isCarried() || assembly.isOfStatistics || !assembly.axis)
                continue;
            Cut cut {assembly.kind, {}};
            std::vector<TensorId> parts;
            for (const AssemblyPart& part : assembly.parts) {
                parts.push_back(part.id);
                if (!cut.places.emplace(rankOf(part.id), part.places).second)
                    parts.clear(); // two of one rank
            }
            if (parts.size() != assembly.parts.size())
                continue;
            const auto [at, isNew] = m_cuts.try_emplace(
                {assembly.shape[assembly.along], ranksOf(parts)}, std::optional(std::move(cut)));
            if (!isNew && at->second && at->second->places != placesOf(assembly))
                at->second.reset();
        }
    }

    /// Golden's tensor from what ranks hold at one place, cut along `axis`.
    [[nodiscard]] std::optional<Assembly> apply(
        const Shape& golden, std::size_t axis, const std::vector<TensorId>& parts) const
    {
        const auto at = m_cuts.find({golden[axis], ranksOf(parts)});
        if (at == m_cuts.end() || !at->second || ranksOf(parts).size() != parts.size())
            return std::nullopt;
        Assembly made;
        made.kind = at->second->kind;
        made.shape = golden;
        made.axis = made.along = axis;
        for (const TensorId id : parts) {
            AssemblyPart from;
            from.id = id;
            from.shape = recordedShape(m_target, id);
            from.places = at->second->places.at(rankOf(id));
            if (from.places.size() != static_cast<std::size_t>(from.shape[axis]))
                return std::nullopt;
            made.parts.push_back(std::move(from));
        }
        std::ranges::stable_sort(
            made.parts, {}, [](const AssemblyPart& part) { return part.places.front(); });
        return made;
    }

private:
    using Ranks = std::set<std::int64_t>;
    using Places = std::map<std::int64_t, std::vector<std::int32_t>>; ///< by rank
    struct Cut {
        AssemblyKind kind;
        Places places;
    };

    [[nodiscard]] std::int64_t rankOf(TensorId id) const { return m_target.factsOf(id).rank.value_or(-1); }
    [[nodiscard]] Ranks ranksOf(const std::vector<TensorId>& parts) const
    {
        Ranks ranks;
        for (const TensorId id : parts)
            ranks.insert(rankOf(id));
        return ranks;
    }
    [[nodiscard]] Places placesOf(const Assembly& assembly) const
    {
        Places places;
        for (const AssemblyPart& part : assembly.parts)
            places.emplace(rankOf(part.id), part.places);
        return places;
    }

    const DumpIndex& m_target;
    std::map<std::pair<std::int64_t, Ranks>, std::optional<Cut>> m_cuts; ///< by length
};

} // namespace

Result<void> addLearntCuts(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const PairsByName& byName, TaskContext& task)
{
    std::size_t known = 0, right = 0; // activations that names pair, and rightly
    for (const auto& [own, other] : byName) {
        const auto at = found.find(own);
        if (at == found.end() || at->second.isCarried() || isParameterOf(*golden.index, own))
            continue;
        const TensorId id = other;
        ++known;
        right
            += std::ranges::any_of(at->second.parts, [&](const AssemblyPart& part) { return part.id == id; })
            ? 1
            : 0;
    }
    if (known == 0 || 5 * right < 4 * known)
        return {};
    const LearntCuts cuts(found, *target.index);
    const RankTensors ranks(target);
    const TensorStore ours(target.index), theirs(golden.index);
    for (const auto& [own, other] : byName) {
        TRY_VOID(task.checkStop());
        if (found.contains(own) || !isFloating(golden.index->tensor(own).dtype)
            || isGradient(*golden.index, own))
            continue;
        const std::vector<TensorId>& parts = ranks.at(other);
        const Shape whole = recordedShape(*golden.index, own);
        const auto cut = cutAxes(whole, parts, *target.index);
        if (!cut || cut->size() != 1)
            continue;
        auto made = cuts.apply(whole, cut->front(), parts);
        if (!made)
            continue;
        TRY_ASSIGN(const bool isMeasured, measureByValues(*made, own, ours, theirs, task));
        if (!isMeasured)
            continue;
        made->basis = AssemblyBasis::Names;
        found.emplace(own, std::move(*made));
    }
    return {};
}

Result<void> addNumbersOfRanks(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const PairsByName& byName, TaskContext& task)
{
    constexpr double kRounding = 4; // units of the coarser type
    const RankTensors ranks(target);
    const TensorStore ours(target.index), theirs(golden.index);
    const auto isNumber = [](const DumpIndex& index, TensorId id) {
        const TensorRow& row = index.tensor(id);
        return isFloating(row.dtype) && row.state == TensorState::Ok
            && elementCount(recordedShape(index, id)) == 1;
    };
    for (const auto& [own, other] : byName) {
        TRY_VOID(task.checkStop());
        const std::vector<TensorId>& parts = ranks.at(other);
        if (found.contains(own) || parts.size() < 2 || !isNumber(*golden.index, own)
            || !std::ranges::all_of(parts, [&](TensorId id) { return isNumber(*target.index, id); }))
            continue;
        Assembly made;
        made.shape = {1};
        int bits = significandBits(golden.index->tensor(own).dtype);
        std::set<float> values;
        for (const TensorId id : parts) {
            AssemblyPart part;
            part.id = id;
            part.shape = {1};
            part.places = {0};
            made.parts.push_back(std::move(part));
            bits = std::min(bits, significandBits(target.index->tensor(id).dtype));
            if (const auto value = valuesOf(ours, id, task); value && value->size() == 1)
                values.insert(value->front());
        }
        if (values.size() < 2) // one number, which names pair
            continue;
        for (const AssemblyKind kind : {AssemblyKind::Mean, AssemblyKind::Sum}) {
            made.kind = kind;
            TRY_ASSIGN(const bool isMeasured, measureByValues(made, own, ours, theirs, task));
            if (isMeasured && made.error <= kRounding * std::ldexp(1.0, -bits)) {
                found.emplace(own, made);
                break;
            }
        }
    }
    return {};
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
    const RankTensors ranks(target);
    const TensorStore ours(target.index), theirs(golden.index);
    for (const auto& [own, other] : byName) {
        TRY_VOID(task.checkStop());
        const TensorRow& row = golden.index->tensor(own);
        if (found.contains(own) || !isFloating(row.dtype) || isGradient(*golden.index, own))
            continue;
        std::vector<TensorId> parts = ranks.at(other);
        const Shape whole = recordedShape(*golden.index, own), part = recordedShape(*target.index, other);
        const auto axes = cutAxes(whole, parts, *target.index);
        if (!axes)
            continue;
        const std::vector<std::size_t>& cut = *axes;
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
