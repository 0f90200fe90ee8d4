// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembled_elements.h"

#include "compare/layout/operator_class.h"
#include "compare/layout/part_placing.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

/// A NaN of the type; absent where it has none that is known here.
std::optional<std::uint64_t> nanCode(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return 0x7E00;
    case DType::BFloat16:
        return 0x7FC0;
    case DType::Float32:
        return 0x7FC00000;
    case DType::Float64:
        return 0x7FF8000000000000;
    default:
        return std::nullopt;
    }
}

std::set<DType> dtypesOf(const Assembly& assembly, const DumpIndex& target)
{
    std::set<DType> dtypes;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number)
        dtypes.insert(target.tensor(assembly.parts[number].id).dtype);
    return dtypes;
}

/// The type that the parts are copied in; absent: their values are calculated with.
std::optional<DType> copiedType(
    const Assembly& assembly, const std::set<DType>& dtypes, const DumpIndex& target, Missing missing)
{
    if (assembly.isAdded() || dtypes.size() != 1)
        return std::nullopt;
    const DType dtype = *dtypes.begin();
    if (nanCode(dtype))
        return dtype;
    const bool isWhole = missing == Missing::Zero
        || std::ranges::all_of(coveredElements(assembly, target), [](bool is) { return is; });
    return isWhole && !isSubByte(dtype) && dtypeInfo(dtype).bits == 8 * unpackedBytes(dtype)
            && unpackedBytes(dtype) <= sizeof(std::uint64_t)
        ? std::optional(dtype)
        : std::nullopt;
}

/// Whether float32 cannot hold every element.
bool isBeyondSingle(DType dtype)
{
    constexpr unsigned kWide = 32;
    const DTypeInfo& info = dtypeInfo(dtype);
    return dtype == DType::Float64
        || ((info.kind == DTypeClass::Signed || info.kind == DTypeClass::Unsigned) && info.bits >= kWide);
}

template<typename T> TensorView denseView(DType dtype, const std::vector<T>& values, Shape shape)
{
    const auto bytes = std::as_bytes(std::span(values));
    return makeDenseView(dtype, std::move(shape), Bytes::fromVector(std::vector(bytes.begin(), bytes.end())));
}

template<typename Code>
Result<TensorView> copiedView(
    const Assembly& assembly, DType dtype, const TensorStore& target, Shape shape, TaskContext& task)
{
    TRY_ASSIGN(const std::vector<Code> codes,
        placeParts(
            assembly, target, static_cast<Code>(nanCode(dtype).value_or(0)),
            [](const ElementChunk& chunk, Code* to) {
                if (chunk.count > 0)
                    std::memcpy(to, chunk.data, chunk.count * sizeof(Code));
            },
            [](Code& to, Code from) { to = from; }, task));
    return denseView(dtype, codes, std::move(shape));
}

Result<std::vector<double>> assembledDoubles(
    const Assembly& assembly, const TensorStore& target, TaskContext& task)
{
    if (!assembly.isAdded())
        return placeParts(
            assembly, target, std::numeric_limits<double>::quiet_NaN(), toDouble,
            [](double& to, double from) { to = from; }, task);
    const double scale
        = assembly.kind == AssemblyKind::Mean ? 1.0 / static_cast<double>(assembly.parts.size()) : 1.0;
    return placeParts(
        assembly, target, 0.0, toDouble, [scale](double& to, double from) { to += from * scale; }, task);
}

std::vector<std::int64_t> indexOf(std::uint64_t flat, std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> index(shape.size(), 0);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(shape[axis]);
        index[axis] = static_cast<std::int64_t>(flat % extent);
        flat /= extent;
    }
    return index;
}

/// Whether a part has several runs of places, else it holds other things beside.
bool isInTurns(const Assembly& assembly)
{
    const auto runs = partRuns(assembly);
    return static_cast<std::size_t>(std::ranges::count_if(runs, [](const PartRun& run) {
        return run.part.has_value();
    })) > assembly.parts.size();
}

/// "columns": slices along an axis of golden, seen as a matrix of rows and columns.
Message slicesText(const Assembly& assembly)
{
    if (!assembly.axis)
        return phrase("pieces");
    if (assembly.along + 1 == assembly.shape.size())
        return phrase("columns");
    return assembly.along + 2 == assembly.shape.size() ? phrase("rows")
                                                       : phrase("slices along axis %1", *assembly.axis);
}

} // namespace

Result<TensorView> assembledView(const TensorPair& pair, const TensorStore& targets,
    const TensorStore& goldens, TaskContext& task, Missing missing)
{
    const Assembly& assembly = *pair.hint->assembly;
    const TensorStore& target = assembly.isOfGolden ? goldens : targets;
    Shape shape = assembly.isOfGolden ? recordedShape(targets.index(), pair.target)
                                      : recordedShape(goldens.index(), pair.golden);
    const std::set<DType> dtypes = dtypesOf(assembly, target.index());
    if (const auto dtype = copiedType(assembly, dtypes, target.index(), missing)) {
        switch (unpackedBytes(*dtype)) {
        case 1:
            return copiedView<std::uint8_t>(assembly, *dtype, target, std::move(shape), task);
        case 2:
            return copiedView<std::uint16_t>(assembly, *dtype, target, std::move(shape), task);
        case 4:
            return copiedView<std::uint32_t>(assembly, *dtype, target, std::move(shape), task);
        default:
            return copiedView<std::uint64_t>(assembly, *dtype, target, std::move(shape), task);
        }
    }
    if (std::ranges::any_of(dtypes, isBeyondSingle)) {
        TRY_ASSIGN(const std::vector<double> values, assembledDoubles(assembly, target, task));
        return denseView(DType::Float64, values, std::move(shape));
    }
    TRY_ASSIGN(const std::vector<float> values, assembled(assembly, target, task));
    return denseView(DType::Float32, values, std::move(shape));
}

namespace {

template<typename Code>
Result<TensorView> withoutUncovered(
    const TensorView& golden, const std::vector<bool>& isCovered, Code none, TaskContext& task)
{
    TRY_ASSIGN(std::vector<Code> codes,
        readElements<Code>(
            golden,
            [](const ElementChunk& chunk, Code* to) {
                if (chunk.count > 0)
                    std::memcpy(to, chunk.data, chunk.count * sizeof(Code));
            },
            task));
    for (std::size_t i = 0; i < std::min(codes.size(), isCovered.size()); ++i)
        codes[i] = isCovered[i] ? codes[i] : none;
    return denseView(golden.dtype, codes, golden.shape);
}

/// With NaN where no part has an element.
Result<TensorView> onlyCovered(
    const TensorView& golden, const std::vector<bool>& isCovered, TaskContext& task)
{
    switch (golden.dtype) {
    case DType::Float16:
    case DType::BFloat16:
        return withoutUncovered(golden, isCovered, static_cast<std::uint16_t>(*nanCode(golden.dtype)), task);
    case DType::Float64:
        return withoutUncovered(golden, isCovered, *nanCode(golden.dtype), task);
    case DType::Float32:
        return withoutUncovered(golden, isCovered, static_cast<std::uint32_t>(*nanCode(golden.dtype)), task);
    default:
        break;
    }
    TRY_ASSIGN(std::vector<float> values, valuesOf(golden, task));
    for (std::size_t i = 0; i < std::min(values.size(), isCovered.size()); ++i)
        values[i] = isCovered[i] ? values[i] : std::numeric_limits<float>::quiet_NaN();
    return denseView(DType::Float32, values, golden.shape);
}

Result<PairViews> viewsOf(const TensorPair& pair, const TensorStore& target, const TensorStore& golden,
    Missing missing, TaskContext& task)
{
    PairViews views;
    const Assembly* const assembly = isPutTogether(pair) ? pair.hint->assembly.get() : nullptr;
    if (assembly && !assembly->isOfGolden) {
        TRY_ASSIGN(views.target, assembledView(pair, target, golden, task, missing));
    } else {
        TRY_ASSIGN(views.target, target.open(pair.target, task));
    }
    if (assembly && assembly->isOfGolden) {
        TRY_ASSIGN(views.golden, assembledView(pair, target, golden, task, missing));
    } else {
        TRY_ASSIGN(views.golden, golden.open(pair.golden, task));
    }
    return views;
}

} // namespace

Result<PairViews> openPairViews(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task)
{
    TRY_ASSIGN(PairViews views, viewsOf(pair, target, golden, Missing::Nan, task));
    const Assembly* const assembly = isPutTogether(pair) ? pair.hint->assembly.get() : nullptr;
    if (assembly && assembly->coverage < 1) {
        TensorView& whole = assembly->isOfGolden ? views.target : views.golden;
        const std::vector<bool> isCovered
            = coveredElements(*assembly, partsIndex(*assembly, target.index(), golden.index()));
        TRY_ASSIGN(whole, onlyCovered(whole, isCovered, task));
    }
    return views;
}

Result<ShownViews> openShownViews(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task)
{
    TRY_ASSIGN(PairViews views, viewsOf(pair, target, golden, Missing::Zero, task));
    ShownViews shown {std::move(views.target), std::move(views.golden), {}};
    if (isPutTogether(pair) && pair.hint->assembly->coverage < 1)
        shown.isCovered = coveredElements(
            *pair.hint->assembly, partsIndex(*pair.hint->assembly, target.index(), golden.index()));
    return shown;
}

std::vector<ElementOrigin> elementOrigins(const Assembly& assembly, const DumpIndex& target,
    std::span<const std::int64_t> goldenShape, std::span<const std::int64_t> goldenIndex)
{
    const std::size_t behind = elementsBehind(assembly);
    const auto slices = static_cast<std::size_t>(assembly.shape[assembly.along]);
    if (goldenIndex.size() != goldenShape.size() || behind == 0 || slices == 0
        || elementCount(goldenShape) != elementCount(assembly.shape))
        return {};
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < goldenShape.size(); ++axis)
        flat = flat * static_cast<std::size_t>(goldenShape[axis])
            + static_cast<std::size_t>(goldenIndex[axis]);
    const std::size_t block = flat / (slices * behind), rest = flat % behind;
    const auto place = static_cast<std::int32_t>(flat / behind % slices);
    std::vector<ElementOrigin> origins;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        const AssemblyPart& part = assembly.parts[number];
        // A place that several slices give has the value of the last.
        const auto last = std::ranges::find(part.places.rbegin(), part.places.rend(), place);
        if (last == part.places.rend())
            continue;
        const auto own = static_cast<std::size_t>(part.places.rend() - last - 1);
        const std::size_t read = (block * part.places.size() + own) * behind + rest;
        const std::vector<std::int64_t> order = readingOrder(part, target);
        if (!order.empty() && (read >= order.size() || order[read] < 0))
            continue;
        const auto element = order.empty() ? read : static_cast<std::uint64_t>(order[read]);
        ElementOrigin origin {number, indexOf(element, target.shape(target.tensor(part.id).shape))};
        if (!assembly.isAdded())
            origins.clear();
        origins.push_back(std::move(origin));
    }
    return origins;
}

std::vector<PartRun> partRuns(const Assembly& assembly)
{
    if (assembly.isAdded())
        return {};
    std::vector<std::optional<std::size_t>> parts(static_cast<std::size_t>(assembly.shape[assembly.along]));
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        for (const std::int32_t place : assembly.parts[number].places) {
            if (place >= 0)
                parts[static_cast<std::size_t>(place)] = number;
        }
    }
    std::vector<PartRun> runs;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (runs.empty() || runs.back().part != parts[i])
            runs.push_back({i, 0, parts[i]});
        ++runs.back().count;
    }
    return runs;
}

Message compositionText(const Assembly& assembly, const DumpIndex& target)
{
    std::set<std::optional<std::int64_t>> ranks;
    for (const AssemblyPart& part : assembly.parts)
        ranks.insert(target.factsOf(part.id).rank);
    const std::size_t parts = assembly.parts.size();
    const auto only = ranks.size() == 1 ? *ranks.begin() : std::nullopt;
    const Message whose = only && parts == 1 ? phrase("rank %1", *only)
        : only                               ? phrase("%1 tensors of rank %2", parts, *only)
        : ranks.size() == parts && parts > 1 ? phrase("%1 ranks", parts)
        : ranks.size() > 1                   ? phrase("%1 tensors of %2 ranks", parts, ranks.size())
        : parts == 1                         ? phrase("one tensor")
                                             : phrase("%1 tensors", parts);
    switch (assembly.kind) {
    case AssemblyKind::Same:
        return phrase("the tensor of %1", whose);
    case AssemblyKind::Replicated:
        return phrase("copies of %1, the one that is farthest off is shown", whose);
    case AssemblyKind::Concat:
        return phrase("%1 of %2, one behind the other", slicesText(assembly), whose);
    case AssemblyKind::Interleaved:
        return isInTurns(assembly) ? phrase("%1 of %2, in turns", slicesText(assembly), whose)
                                   : phrase("%1 of %2, which hold others, too", slicesText(assembly), whose);
    case AssemblyKind::Slice:
        return phrase("some %1 of %2", slicesText(assembly), whose);
    case AssemblyKind::Transpose:
        return phrase("the tensor of %1 with axes exchanged", whose);
    case AssemblyKind::Permute:
        return phrase("%1 of %2 in another order", slicesText(assembly), whose);
    case AssemblyKind::Tokens:
        return phrase("tokens of %1", whose);
    case AssemblyKind::Sum:
        return phrase("the sum of %1", whose);
    case AssemblyKind::Mean:
        return phrase("the mean of %1", whose);
    }
    return {};
}

Message originText(const ElementOrigin& origin, const Assembly& assembly, const DumpIndex& target)
{
    const std::size_t parts = assembly.parts.size();
    const auto rank = target.factsOf(assembly.parts[origin.part].id).rank;
    const std::string index = shapeText(origin.index);
    if (parts == 1)
        return rank ? phrase("rank %1, element %2", *rank, index) : phrase("element %1", index);
    return rank ? phrase("rank %1, part %2 of %3, element %4", *rank, origin.part + 1, parts, index)
                : phrase("part %1 of %2, element %3", origin.part + 1, parts, index);
}

} // namespace dumpscope::core
