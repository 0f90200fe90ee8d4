// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/left_parameters.h"

#include "compare/layout/operator_class.h"
#include "compare/pairing/module_names.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace dumpscope::core {

namespace {

/// What ranks call alike: step, operator, occurrence, slot.
using ParameterPlace = std::tuple<std::optional<std::int64_t>, StringId, std::uint32_t, std::int32_t>;

ParameterPlace placeOfParameter(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return {index.factsOf(id).step, row.opName, row.occurrence, row.slot};
}

bool isReadParameter(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter && isFloating(row.dtype) && row.state == TensorState::Ok
        && row.opName.isValid();
}

/// Path of the module, or of the parameter where its name is that.
std::string pathOf(const DumpIndex& index, TensorId id)
{
    const auto name = moduleName(index.text(index.tensor(id).opName));
    return name ? name->path : std::string();
}

/// Dumps of modules name the module alone.
bool isOneName(std::string_view a, std::string_view b)
{
    if (a.size() > b.size())
        std::swap(a, b);
    constexpr std::array<std::string_view, 3> kParameters {"", ".weight", ".bias"};
    return !a.empty() && b.starts_with(a)
        && std::ranges::find(kParameters, b.substr(a.size())) != kParameters.end();
}

/// Who holds what of golden, by what was found.
class FoundHolders {
public:
    FoundHolders(
        const std::map<TensorId, Assembly>& found, const ComparisonSide& target, const DumpIndex& golden)
        : m_target(*target.index)
    {
        for (const auto& [id, assembly] : found) {
            for (const AssemblyPart& part : assembly.parts) {
                m_used.insert(part.id);
                if (!isReadParameter(m_target, part.id))
                    continue;
                m_held[folderOf(part.id)][placeOfParameter(m_target, part.id)] = id;
                auto& [named, all] = m_names[folderOf(part.id)];
                named += isOneName(pathOf(golden, id), pathOf(m_target, part.id)) ? 1 : 0;
                ++all;
            }
        }
        for (const TensorId id : target.tensors()) {
            if (isReadParameter(m_target, id))
                m_places[placeOfParameter(m_target, id)].push_back(id);
        }
    }

    [[nodiscard]] bool isUsed(TensorId id) const { return m_used.contains(id); }
    [[nodiscard]] const std::map<ParameterPlace, std::vector<TensorId>>& places() const { return m_places; }

    /// Whether both hold parts of the same tensors: ranks of one stage, of which names say the same.
    [[nodiscard]] bool areOfOneStage(TensorId a, TensorId b) const
    {
        const auto one = m_held.find(folderOf(a)), other = m_held.find(folderOf(b));
        if (one == m_held.end() || other == m_held.end())
            return false;
        std::size_t both = 0, same = 0;
        for (const auto& [place, golden] : one->second) {
            const auto at = other->second.find(place);
            both += at != other->second.end() ? 1 : 0;
            same += at != other->second.end() && at->second == golden ? 1 : 0;
        }
        return 2 * same > both;
    }
    /// Whether names there are golden's: layers of a stage may be counted from 0.
    [[nodiscard]] bool areNamesRight(TensorId id) const
    {
        const auto at = m_names.find(folderOf(id));
        return at != m_names.end() && 2 * at->second.first > at->second.second;
    }

private:
    [[nodiscard]] FolderId folderOf(TensorId id) const { return m_target.tensor(id).folder; }

    const DumpIndex& m_target;
    std::set<TensorId> m_used;
    std::map<FolderId, std::map<ParameterPlace, TensorId>> m_held;
    std::map<FolderId, std::pair<std::size_t, std::size_t>> m_names; ///< as golden's, all
    std::map<ParameterPlace, std::vector<TensorId>> m_places;
};

/// Parts of equal shapes, whole or along one axis; nullopt: they do not make up golden.
std::optional<Assembly> byShapes(
    const std::vector<TensorId>& parts, const Shape& whole, const DumpIndex& target)
{
    const Shape own = recordedShape(target, parts.front());
    if (own.size() != whole.size() || own.empty()
        || !std::ranges::all_of(parts, [&](TensorId id) { return recordedShape(target, id) == own; }))
        return std::nullopt;
    const auto count = static_cast<std::int64_t>(parts.size());
    Assembly made;
    made.shape = whole;
    made.kind = count > 1 ? AssemblyKind::Replicated : AssemblyKind::Same;
    made.isByNames = true;
    made.basis = AssemblyBasis::Names;
    for (std::size_t axis = 0; axis < whole.size(); ++axis) {
        if (own[axis] == whole[axis])
            continue;
        if (made.axis || own[axis] < 1 || own[axis] * count != whole[axis])
            return std::nullopt;
        made.axis = made.along = axis;
        made.kind = AssemblyKind::Concat;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        AssemblyPart part;
        part.id = parts[i];
        part.shape = own;
        part.places.resize(static_cast<std::size_t>(own[made.along]));
        std::iota(part.places.begin(), part.places.end(),
            made.axis ? static_cast<std::int32_t>(static_cast<std::int64_t>(i) * own[made.along]) : 0);
        made.parts.push_back(std::move(part));
    }
    return made;
}

} // namespace

Result<void> addLeftParameters(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, TaskContext& task)
{
    const FoundHolders holders(found, target, *golden.index);
    std::vector<const std::vector<TensorId>*> left;
    for (const auto& entry : holders.places()) {
        const std::vector<TensorId>& tensors = entry.second;
        const bool isLeft = std::ranges::all_of(tensors, [&](TensorId id) {
            return !holders.isUsed(id) && holders.areNamesRight(id)
                && (id == tensors.front() || holders.areOfOneStage(id, tensors.front()));
        });
        if (isLeft)
            left.push_back(&tensors);
    }
    const TensorStore ours(target.index), theirs(golden.index);
    for (const TensorId id : golden.tensors()) {
        TRY_VOID(task.checkStop());
        if (left.empty() || found.contains(id) || !isReadParameter(*golden.index, id))
            continue;
        const std::string path = pathOf(*golden.index, id);
        std::optional<Assembly> made;
        std::size_t fitting = 0;
        for (const std::vector<TensorId>* const parts : left) {
            if (!isOneName(path, pathOf(*target.index, parts->front())))
                continue;
            auto one = byShapes(*parts, recordedShape(*golden.index, id), *target.index);
            fitting += one ? 1 : 0;
            made = one ? std::move(one) : std::move(made);
        }
        if (!made || fitting != 1)
            continue;
        TRY_ASSIGN(const bool isMeasured, measureByValues(*made, id, ours, theirs, task));
        if (isMeasured)
            found.emplace(id, std::move(*made));
    }
    return {};
}

Result<std::vector<std::pair<TensorId, Assembly>>> otherCopies(const std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    const FoundHolders holders(found, target, *golden.index);
    const TensorStore ours(target.index), theirs(golden.index);
    std::vector<std::pair<TensorId, Assembly>> copies;
    for (const auto& [id, assembly] : found) {
        const TensorId held = assembly.parts.front().id;
        const bool isWhole = assembly.kind == AssemblyKind::Same || assembly.kind == AssemblyKind::Replicated;
        if (!isWhole || !isReadParameter(*target.index, held) || !isReadParameter(*golden.index, id))
            continue;
        for (const TensorId other : holders.places().at(placeOfParameter(*target.index, held))) {
            if (holders.isUsed(other) || !holders.areOfOneStage(other, held))
                continue;
            TRY_VOID(task.checkStop());
            auto made = byShapes({other}, recordedShape(*golden.index, id), *target.index);
            if (!made || made->kind != AssemblyKind::Same)
                continue;
            TRY_ASSIGN(const bool isMeasured, measureByValues(*made, id, ours, theirs, task));
            if (isMeasured)
                copies.emplace_back(id, std::move(*made));
        }
    }
    return copies;
}

} // namespace dumpscope::core
