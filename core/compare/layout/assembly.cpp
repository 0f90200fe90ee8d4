// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembly.h"

#include "compare/layout/tensor_views.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 10> kWords {
    "same", "replicated", "concat", "interleaved", "slice", "transpose", "permute", "tokens", "sum", "mean"};

std::size_t elementsBehind(const Assembly& assembly)
{
    std::size_t behind = 1;
    for (std::size_t i = assembly.along + 1; i < assembly.shape.size(); ++i)
        behind *= static_cast<std::size_t>(assembly.shape[i]);
    return behind;
}

TensorView denseView(const std::vector<float>& values, Shape shape)
{
    const auto bytes = std::as_bytes(std::span(values));
    return makeDenseView(
        DType::Float32, std::move(shape), Bytes::fromVector(std::vector(bytes.begin(), bytes.end())));
}

} // namespace

std::string_view assemblyWord(AssemblyKind kind)
{
    return kWords[static_cast<std::size_t>(kind)];
}

std::string_view restsOn(const Assembly& assembly)
{
    if (assembly.basis == AssemblyBasis::Names)
        return "names";
    return assembly.isCarried() ? "carried" : assembly.isOfStatistics ? "statistics" : "values";
}

bool isOfParts(const TensorPair& pair)
{
    return isPutTogether(pair)
        && (pair.hint->assembly->partsUsed() > 1 || pair.hint->assembly->kind == AssemblyKind::Slice
            || pair.hint->assembly->kind == AssemblyKind::Interleaved
            || pair.hint->assembly->kind == AssemblyKind::Tokens || pair.hint->assembly->isAdded());
}

std::vector<TensorId> targetsOf(const TensorPair& pair)
{
    if (!pair.hint || !pair.hint->assembly)
        return {pair.target};
    std::vector<TensorId> ids;
    for (const AssemblyPart& part : pair.hint->assembly->parts)
        ids.push_back(part.id);
    return ids;
}

Message assemblyText(const Assembly& assembly, const DumpIndex& target)
{
    std::set<std::int64_t> ranks;
    for (const AssemblyPart& part : assembly.parts) {
        if (const auto rank = target.factsOf(part.id).rank)
            ranks.insert(*rank);
    }
    std::string names;
    for (const std::int64_t rank : ranks)
        names += (names.empty() ? "" : ", ") + std::to_string(rank);
    const std::size_t parts = assembly.parts.size();
    const Message in = names.empty()
        ? (parts == 1 ? phrase("one tensor") : phrase("%1 tensors", parts))
        : (parts == 1 ? phrase("a tensor of rank %1", names) : phrase("%1 tensors of rank %2", parts, names));
    const auto placed = [&] {
        switch (assembly.basis) {
        case AssemblyBasis::Siblings:
            return phrase("as others of its kind in %1", in);
        case AssemblyBasis::Parameter:
            return phrase("as a parameter of its operator is cut, in %1", in);
        case AssemblyBasis::Names:
            return phrase("by names and shapes in %1", in);
        case AssemblyBasis::Values:
            break;
        }
        return assembly.isOfStatistics ? phrase("found by statistics in %1", in)
                                       : phrase("found by values in %1", in);
    };
    const Message where = placed();
    const std::string_view kind = assemblyWord(assembly.kind);
    return assembly.axis ? phrase("%1: %2, axis %3", where, kind, *assembly.axis)
                         : phrase("%1: %2", where, kind);
}

Result<std::vector<float>> valuesOf(const TensorStore& store, TensorId id, TaskContext& task)
{
    TRY_ASSIGN(const TensorView view, store.open(id, task));
    return valuesOf(view, task);
}

Result<std::vector<float>> valuesOf(const TensorView& view, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    std::vector<float> values(stream.count());
    for (std::uint64_t first = 0; first < stream.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, stream.count() - first);
        toFloat(stream.read(first, some, ElementStream::Scratch::ofThread()), values.data() + first);
    }
    TRY_VOID(view.bytes.check());
    return values;
}

Result<TensorView> assembledView(
    const TensorPair& pair, const TensorStore& target, const DumpIndex& golden, TaskContext& task)
{
    const auto shape = golden.shape(golden.tensor(pair.golden).shape);
    TRY_ASSIGN(const std::vector<float> values, assembled(*pair.hint->assembly, target, task));
    return denseView(values, Shape(shape.begin(), shape.end()));
}

namespace {

/// Adds the elements of a part to the whole, in golden's order; false where they are not as many as recorded.
bool addPart(std::vector<float>& whole, const Assembly& assembly, std::size_t number,
    std::vector<float> values, Shape shape)
{
    const AssemblyPart& part = assembly.parts[number];
    if (part.tokens) {
        values = repadded(*part.tokens, part.tokenAxes, shape, values);
        shape = repaddedShape(*part.tokens, part.tokenAxes, shape);
    }
    values = inOrderOf(part.axes, shape, values);
    const std::size_t behind = elementsBehind(assembly), own = part.places.size();
    const auto slices = static_cast<std::size_t>(assembly.shape[assembly.along]);
    const std::size_t blocks = whole.empty() ? 0 : whole.size() / (slices * behind);
    if (values.size() != blocks * own * behind)
        return false;
    const bool isAdded = assembly.isAdded();
    const float scale
        = assembly.kind == AssemblyKind::Mean ? 1.0F / static_cast<float>(assembly.parts.size()) : 1.0F;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t slice = 0; slice < own; ++slice) {
            if (part.places[slice] < 0)
                continue;
            const float* const from = values.data() + (block * own + slice) * behind;
            float* const to
                = whole.data() + (block * slices + static_cast<std::size_t>(part.places[slice])) * behind;
            for (std::size_t i = 0; i < behind; ++i) {
                if (isAdded)
                    to[i] += from[i] * scale;
                else if (!part.tokens || !std::isnan(from[i])) // which another part may have
                    to[i] = from[i];
            }
        }
    }
    return true;
}

std::vector<float> nothingOf(const Assembly& assembly)
{
    return std::vector<float>(elementCount(assembly.shape).value_or(0),
        assembly.isAdded() ? 0.0F : std::numeric_limits<float>::quiet_NaN());
}

/// Elements that one part has.
std::vector<bool> coveredBy(const Assembly& assembly, std::size_t number, const DumpIndex& target)
{
    const Shape shape = squeezed(target.shape(target.tensor(assembly.parts[number].id).shape));
    std::vector<float> whole(
        elementCount(assembly.shape).value_or(0), std::numeric_limits<float>::quiet_NaN());
    Assembly plain = assembly;
    plain.kind = AssemblyKind::Tokens; // written, not added
    const bool isWhole
        = addPart(whole, plain, number, std::vector<float>(elementCount(shape).value_or(0), 1.0F), shape);
    std::vector<bool> isCovered(whole.size(), false);
    for (std::size_t i = 0; isWhole && i < whole.size(); ++i)
        isCovered[i] = !std::isnan(whole[i]);
    return isCovered;
}

} // namespace

Result<std::vector<float>> assembled(const Assembly& assembly, const TensorStore& target, TaskContext& task)
{
    std::vector<float> whole = nothingOf(assembly);
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        const AssemblyPart& part = assembly.parts[number];
        const auto stored = target.index().shape(target.index().tensor(part.id).shape);
        TRY_ASSIGN(std::vector<float> values, valuesOf(target, part.id, task));
        if (values.size() != elementCount(stored) // which axes are exchanged by
            || !addPart(whole, assembly, number, std::move(values), squeezed(stored)))
            return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
    }
    return whole;
}

std::vector<bool> coveredElements(const Assembly& assembly, const DumpIndex& target)
{
    std::vector<bool> isCovered(elementCount(assembly.shape).value_or(0), false);
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        const std::vector<bool> own = coveredBy(assembly, number, target);
        for (std::size_t i = 0; i < own.size(); ++i)
            isCovered[i] = isCovered[i] || own[i];
    }
    return isCovered;
}

Result<TensorView> onlyElements(const TensorView& view, const std::vector<bool>& isOne, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    if (stream.count() != isOne.size())
        return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
    const auto size = static_cast<std::ptrdiff_t>(unpackedBytes(view.dtype));
    std::vector<std::byte> kept;
    for (std::uint64_t first = 0; first < stream.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const ElementChunk chunk = stream.read(
            first, std::min(kPiece, stream.count() - first), ElementStream::Scratch::ofThread());
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            const std::byte* const from = chunk.data + static_cast<std::ptrdiff_t>(i) * size;
            if (isOne[first + i])
                kept.insert(kept.end(), from, from + size);
        }
    }
    TRY_VOID(view.bytes.check());
    const auto count = static_cast<std::int64_t>(kept.size() / static_cast<std::size_t>(size));
    return makeDenseView(view.dtype, {count}, Bytes::fromVector(std::move(kept)));
}

void measureAssembly(Assembly& assembly, const std::vector<float>& made, const std::vector<float>& golden,
    const std::vector<bool>& isCovered, const DumpIndex& target)
{
    struct Sums {
        double error = 0, size = 0;
        [[nodiscard]] double relative() const
        {
            return size > 0 ? std::sqrt(error / size)
                : error > 0 ? std::numeric_limits<double>::infinity()
                            : 0;
        }
    };
    const auto sumsOf = [&](const std::vector<bool>& isOne) {
        Sums sums;
        for (std::size_t i = 0; i < golden.size(); ++i) {
            if (!isOne[i])
                continue;
            const double difference = static_cast<double>(made[i]) - golden[i];
            sums.error += difference * difference;
            sums.size += static_cast<double>(golden[i]) * golden[i];
        }
        return sums.relative();
    };
    assembly.error = sumsOf(isCovered);
    assembly.coverage = static_cast<double>(std::ranges::count(isCovered, true))
        / static_cast<double>(std::max<std::size_t>(isCovered.size(), 1));
    double most = -1;
    assembly.worst = 0;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        AssemblyPart& part = assembly.parts[number];
        part.error = assembly.partsUsed() == 1 ? assembly.error : sumsOf(coveredBy(assembly, number, target));
        if (part.error > most) {
            most = part.error;
            assembly.worst = number;
        }
    }
}

} // namespace dumpscope::core
