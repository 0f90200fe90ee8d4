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
    const Message where = assembly.isCarried ? phrase("as others of its kind in %1", in)
                                             : phrase("found by values in %1", in);
    const std::string_view kind = assemblyWord(assembly.kind);
    return assembly.axis ? phrase("%1: %2, axis %3", where, kind, *assembly.axis)
                         : phrase("%1: %2", where, kind);
}

Result<std::vector<float>> valuesOf(const TensorStore& store, TensorId id, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    TRY_ASSIGN(TensorView view, store.open(id, task));
    const Bytes bytes = view.bytes;
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(std::move(view), Order::Logical));
    std::vector<float> values(stream.count());
    for (std::uint64_t first = 0; first < stream.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, stream.count() - first);
        toFloat(stream.read(first, some, ElementStream::Scratch::ofThread()), values.data() + first);
    }
    TRY_VOID(bytes.check());
    return values;
}

Result<TensorView> assembledView(
    const TensorPair& pair, const TensorStore& target, const DumpIndex& golden, TaskContext& task)
{
    const auto shape = golden.shape(golden.tensor(pair.golden).shape);
    TRY_ASSIGN(const std::vector<float> values, assembled(*pair.hint->assembly, target, task));
    return denseView(values, Shape(shape.begin(), shape.end()));
}

Result<std::vector<float>> assembled(const Assembly& assembly, const TensorStore& target, TaskContext& task)
{
    std::vector<float> whole(elementCount(assembly.shape).value_or(0),
        assembly.isAdded() ? 0.0F : std::numeric_limits<float>::quiet_NaN());
    const std::size_t behind = elementsBehind(assembly);
    const auto slices = static_cast<std::size_t>(assembly.shape[assembly.along]);
    const std::size_t blocks = whole.empty() ? 0 : whole.size() / (slices * behind);
    const float scale
        = assembly.kind == AssemblyKind::Mean ? 1.0F / static_cast<float>(assembly.parts.size()) : 1.0F;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        const AssemblyPart& part = assembly.parts[number];
        const DumpIndex& index = target.index();
        const auto stored = index.shape(index.tensor(part.id).shape);
        TRY_ASSIGN(std::vector<float> values, valuesOf(target, part.id, task));
        if (values.size() != elementCount(stored)) // which axes are exchanged by
            return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
        values = inOrderOf(part.axes, squeezed(stored), values);
        const std::size_t own = part.places.size();
        if (values.size() != blocks * own * behind)
            return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
        for (std::size_t block = 0; block < blocks; ++block) {
            for (std::size_t slice = 0; slice < own; ++slice) {
                if (part.places[slice] < 0)
                    continue;
                const float* const from = values.data() + (block * own + slice) * behind;
                float* const to
                    = whole.data() + (block * slices + static_cast<std::size_t>(part.places[slice])) * behind;
                for (std::size_t i = 0; i < behind; ++i)
                    to[i] = assembly.isAdded() ? to[i] + from[i] * scale : from[i];
            }
        }
    }
    return whole;
}

std::vector<bool> coveredSlices(const Assembly& assembly)
{
    std::vector<bool> isCovered(static_cast<std::size_t>(assembly.shape[assembly.along]), false);
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        for (const std::int32_t place : assembly.parts[number].places) {
            if (place >= 0)
                isCovered[static_cast<std::size_t>(place)] = true;
        }
    }
    return isCovered;
}

std::vector<float> onlyCovered(const Assembly& assembly, const std::vector<float>& values)
{
    const std::vector<bool> isCovered = coveredSlices(assembly);
    const std::size_t behind = elementsBehind(assembly);
    std::vector<float> left;
    for (std::size_t from = 0; from + behind <= values.size(); from += behind) {
        if (isCovered[from / behind % isCovered.size()])
            left.insert(left.end(), values.begin() + static_cast<std::ptrdiff_t>(from),
                values.begin() + static_cast<std::ptrdiff_t>(from + behind));
    }
    return left;
}

void measureAssembly(Assembly& assembly, const std::vector<float>& made, const std::vector<float>& golden)
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
    const std::size_t behind = elementsBehind(assembly);
    const std::vector<bool> isCovered = coveredSlices(assembly);
    std::vector<Sums> slices(isCovered.size());
    Sums whole;
    for (std::size_t i = 0; i < golden.size(); ++i) {
        const std::size_t number = i / behind % slices.size();
        if (!isCovered[number])
            continue;
        const double difference = static_cast<double>(made[i]) - golden[i];
        for (Sums* const sums : {&whole, &slices[number]}) {
            sums->error += difference * difference;
            sums->size += static_cast<double>(golden[i]) * golden[i];
        }
    }
    assembly.error = whole.relative();
    assembly.coverage = static_cast<double>(std::ranges::count(isCovered, true))
        / static_cast<double>(std::max<std::size_t>(isCovered.size(), 1));
    double most = -1;
    assembly.worst = 0;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        Sums part;
        for (const std::int32_t place : assembly.parts[number].places) {
            if (place < 0)
                continue;
            part.error += slices[static_cast<std::size_t>(place)].error;
            part.size += slices[static_cast<std::size_t>(place)].size;
        }
        assembly.parts[number].error = part.relative();
        if (part.relative() > most) {
            most = part.relative();
            assembly.worst = number;
        }
    }
}

} // namespace dumpscope::core
