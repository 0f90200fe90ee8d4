// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/recorded_slices.h"

#include "compare/layout/operator_class.h"
#include "compare/pairing/name_table.h"
#include "readers/format_registry.h"
#include "readers/torch/torch_file.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

struct RecordedSlice {
    TensorId id;
    Shape whole, offsets, sizes;
};

/// What ranks call alike, and golden too: name without what wraps the model, role, slot, occurrence, step.
using SliceName = std::tuple<std::string, Io, std::int32_t, std::uint32_t, std::optional<std::int64_t>>;

SliceName nameOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return {
        withoutWrappers(index.text(row.opName)), row.io, row.slot, row.occurrence, index.factsOf(id).step};
}

/// Tensors of which something is said, by file: others are not shared.
std::map<FileId, std::vector<TensorId>> filesOfShared(const ComparisonSide& side)
{
    std::map<FileId, std::vector<TensorId>> files;
    const DumpIndex& index = *side.index;
    for (const TensorId id : side.tensors()) {
        const TensorRow& row = index.tensor(id);
        if (row.opName.isValid() && isFloating(row.dtype) && row.state == TensorState::Ok
            && !index.message(row.problem).empty())
            files[row.file].push_back(id);
    }
    std::erase_if(files, [&](const auto& file) {
        const Reader* const reader = index.readerOf(file.first);
        return reader == nullptr || reader->info().id != "pt";
    });
    return files;
}

std::optional<TorchFile> torchFile(const DumpIndex& index, FileId id, const TaskContext& task)
{
    const auto bytes = index.tree().open(index.filePath(id), index.file(id).size, task.stop)->map();
    auto file = bytes ? TorchFile::read(*bytes) : Result<TorchFile>(fail(bytes.error()));
    return file ? std::optional(std::move(*file)) : std::nullopt;
}

/// Numbers of a file, which may be anything.
bool isInWhole(const SavedSlice& slice, const Shape& sizes)
{
    if (slice.whole.size() != sizes.size() || slice.offsets.size() != sizes.size())
        return false;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
        if (slice.offsets[axis] < 0 || slice.offsets[axis] > slice.whole[axis]
            || sizes[axis] > slice.whole[axis] - slice.offsets[axis])
            return false;
    }
    return true;
}

Result<std::map<SliceName, std::vector<RecordedSlice>>> recordedSlices(
    const ComparisonSide& side, TaskContext& task)
{
    std::map<SliceName, std::vector<RecordedSlice>> found;
    const DumpIndex& index = *side.index;
    for (const auto& [file, tensors] : filesOfShared(side)) {
        TRY_VOID(task.checkStop());
        const auto torch = torchFile(index, file, task);
        for (const TensorId id : tensors) {
            const std::uint32_t number = index.tensor(id).ordinal;
            if (!torch || number >= torch->tensors().size())
                continue;
            const auto& slice = torch->tensors()[number].slice;
            Shape sizes = recordedShape(index, id);
            if (slice && isInWhole(*slice, sizes))
                found[nameOf(index, id)].push_back({id, slice->whole, slice->offsets, std::move(sizes)});
        }
    }
    return found;
}

std::vector<std::size_t> axesCut(const std::vector<RecordedSlice>& slices)
{
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < slices.front().whole.size(); ++axis) {
        if (std::ranges::any_of(slices,
                [axis](const RecordedSlice& slice) { return slice.sizes[axis] != slice.whole[axis]; }))
            axes.push_back(axis);
    }
    return axes;
}

std::vector<std::int32_t> placesFrom(std::int64_t first, std::int64_t count)
{
    std::vector<std::int32_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), static_cast<std::int32_t>(first));
    return places;
}

std::int64_t productOf(const Shape& shape, std::size_t first, std::size_t end)
{
    return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(first),
        shape.begin() + static_cast<std::ptrdiff_t>(end), std::int64_t {1}, std::multiplies<>());
}

/// Golden in rows that no part has less than all of: pieces of its last axis that is cut, the longest ones
/// that all cuts stand between.
class PlacesInRows {
public:
    PlacesInRows(const std::vector<RecordedSlice>& slices, std::size_t last)
        : m_whole(slices.front().whole)
        , m_last(last)
        , m_piece(m_whole[last])
    {
        for (const RecordedSlice& slice : slices)
            m_piece = std::gcd(std::gcd(m_piece, slice.offsets[last]), slice.sizes[last]);
    }

    [[nodiscard]] Shape shape() const
    {
        const std::int64_t behind = m_piece * productOf(m_whole, m_last + 1, m_whole.size());
        return {productOf(m_whole, 0, m_whole.size()) / behind, behind};
    }
    [[nodiscard]] std::vector<std::int32_t> of(const RecordedSlice& slice) const
    {
        std::vector<std::int64_t> rows {0}; // of the axes before, one after the other
        for (std::size_t axis = 0; axis <= m_last; ++axis) {
            const std::int64_t unit = axis == m_last ? m_piece : 1;
            std::vector<std::int64_t> inner;
            for (const std::int64_t row : rows) {
                for (std::int64_t i = 0; i < slice.sizes[axis] / unit; ++i)
                    inner.push_back(row * (m_whole[axis] / unit) + slice.offsets[axis] / unit + i);
            }
            rows = std::move(inner);
        }
        return {rows.begin(), rows.end()};
    }

private:
    const Shape& m_whole;
    std::size_t m_last;
    std::int64_t m_piece;
};

/// Whether the parts have all of it; each has all that is behind a place.
bool holdWhole(const Assembly& made)
{
    std::vector<bool> isCovered(static_cast<std::size_t>(made.shape[made.along]));
    for (const AssemblyPart& part : made.parts) {
        for (const std::int32_t place : part.places)
            isCovered[static_cast<std::size_t>(place)] = true;
    }
    return std::ranges::find(isCovered, false) == isCovered.end();
}

/// nullopt: some of it is in no slice, or it is too large to be told.
std::optional<Assembly> assemblyOfSlices(std::vector<RecordedSlice> slices)
{
    constexpr std::int64_t kMost = std::int64_t {1} << 26;
    std::ranges::stable_sort(slices, {}, &RecordedSlice::offsets);
    const Shape& whole = slices.front().whole;
    const auto elements = elementCount(whole);
    if (!elements || *elements == 0 || whole.empty())
        return std::nullopt;
    const std::vector<std::size_t> axes = axesCut(slices);
    Assembly made;
    made.basis = AssemblyBasis::Recorded;
    made.isByNames = true;
    made.shape = whole;
    made.kind = !axes.empty() ? AssemblyKind::Concat
        : slices.size() > 1   ? AssemblyKind::Replicated
                              : AssemblyKind::Same;
    if (axes.size() == 1)
        made.axis = made.along = axes.front();
    const std::optional<PlacesInRows> rows
        = axes.size() > 1 ? std::optional<PlacesInRows>(std::in_place, slices, axes.back()) : std::nullopt;
    if (rows) {
        made.kind = AssemblyKind::Interleaved;
        made.shape = rows->shape();
    }
    if (made.shape[made.along] > kMost)
        return std::nullopt;
    for (const RecordedSlice& slice : slices) {
        AssemblyPart part;
        part.id = slice.id;
        part.places = rows ? rows->of(slice) : placesFrom(slice.offsets[made.along], slice.sizes[made.along]);
        part.shape = made.shape;
        part.shape[made.along] = static_cast<std::int64_t>(part.places.size());
        made.parts.push_back(std::move(part));
    }
    return holdWhole(made) ? std::optional(std::move(made)) : std::nullopt;
}

/// Whether all say the same of the whole, and no rank has two.
bool areOfOne(const std::vector<RecordedSlice>& slices, const DumpIndex& target)
{
    std::set<std::optional<std::int64_t>> ranks;
    return std::ranges::all_of(slices, [&](const RecordedSlice& slice) {
        return slice.whole == slices.front().whole && ranks.insert(target.factsOf(slice.id).rank).second;
    });
}

} // namespace

Result<std::map<TensorId, Assembly>> recordedAssemblies(
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    constexpr std::uint64_t kMostMeasured = 256U << 20U; // what is larger is measured as a pair alone
    std::map<TensorId, Assembly> found;
    TRY_ASSIGN(const auto slices, recordedSlices(target, task));
    if (slices.empty())
        return found;
    std::map<SliceName, std::vector<TensorId>> goldens;
    for (const TensorId id : golden.tensors()) {
        if (golden.index->tensor(id).opName.isValid())
            goldens[nameOf(*golden.index, id)].push_back(id);
    }
    const TensorStore ours(target.index), theirs(golden.index);
    for (const auto& [name, ofName] : slices) {
        TRY_VOID(task.checkStop());
        const auto at = goldens.find(name);
        if (at == goldens.end() || at->second.size() != 1 || !areOfOne(ofName, *target.index)
            || recordedShape(*golden.index, at->second.front()) != ofName.front().whole)
            continue;
        auto made = assemblyOfSlices(ofName);
        if (!made)
            continue;
        bool isReadable = true;
        if (golden.index->tensor(at->second.front()).bytes <= kMostMeasured) {
            TRY_ASSIGN(isReadable, measureByValues(*made, at->second.front(), ours, theirs, task));
        }
        if (isReadable)
            found.emplace(at->second.front(), std::move(*made));
    }
    return found;
}

} // namespace dumpscope::core
