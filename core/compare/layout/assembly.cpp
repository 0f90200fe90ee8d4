// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembly.h"

#include "compare/layout/assembly_name.h"
#include "compare/layout/part_placing.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::array kWords {Form<0>("same"), Form<0>("replicated"), Form<0>("concat"),
    Form<0>("interleaved"), Form<0>("slice"), Form<0>("transpose"), Form<0>("permute"), Form<0>("tokens"),
    Form<0>("sum"), Form<0>("mean")};

} // namespace

std::string_view assemblyWord(AssemblyKind kind)
{
    return kWords[static_cast<std::size_t>(kind)].words();
}

Message assemblyName(AssemblyKind kind)
{
    return kWords[static_cast<std::size_t>(kind)];
}

std::string_view restsOn(const Assembly& assembly)
{
    if (assembly.basis == AssemblyBasis::Names)
        return "names";
    if (assembly.basis == AssemblyBasis::Said)
        return "said";
    if (assembly.basis == AssemblyBasis::Recorded)
        return "recorded";
    return assembly.isCarried() ? "carried" : assembly.isOfStatistics ? "statistics" : "values";
}

bool isOfParts(const TensorPair& pair)
{
    return isPutTogether(pair)
        && (pair.hint->assembly->partsUsed() > 1 || pair.hint->assembly->kind == AssemblyKind::Slice
            || pair.hint->assembly->kind == AssemblyKind::Interleaved
            || pair.hint->assembly->kind == AssemblyKind::Tokens || pair.hint->assembly->isAdded());
}

namespace {

std::vector<TensorId> partsOf(const Assembly& assembly)
{
    std::vector<TensorId> ids;
    ids.reserve(assembly.parts.size());
    for (const AssemblyPart& part : assembly.parts)
        ids.push_back(part.id);
    return ids;
}

} // namespace

std::vector<TensorId> targetsOf(const TensorPair& pair)
{
    return isTargetPutTogether(pair) ? partsOf(*pair.hint->assembly) : std::vector {pair.target};
}

std::vector<TensorId> goldensOf(const TensorPair& pair)
{
    return isPutTogether(pair) && pair.hint->assembly->isOfGolden ? partsOf(*pair.hint->assembly)
                                                                  : std::vector {pair.golden};
}

const DumpIndex& partsIndex(const Assembly& assembly, const DumpIndex& target, const DumpIndex& golden)
{
    return assembly.isOfGolden ? golden : target;
}

Message assemblyText(const Assembly& assembly, const DumpIndex& parts)
{
    std::set<std::int64_t> ranks;
    for (const AssemblyPart& part : assembly.parts) {
        if (const auto rank = parts.factsOf(part.id).rank)
            ranks.insert(*rank);
    }
    std::string names;
    for (const std::int64_t rank : ranks)
        names += (names.empty() ? "" : ", ") + std::to_string(rank);
    const std::size_t count = assembly.parts.size();
    const Message in = names.empty()
        ? (count == 1 ? phrase("one tensor") : phrase("%1 tensors", count))
        : (count == 1               ? phrase("a tensor of rank %1", names)
                : ranks.size() == 1 ? phrase("%1 tensors of rank %2", count, names)
                                    : phrase("%1 tensors of ranks %2", count, names));
    const auto placed = [&] {
        switch (assembly.basis) {
        case AssemblyBasis::Siblings:
            return phrase("as others of its kind in %1", in);
        case AssemblyBasis::Parameter:
            return phrase("as a parameter of its operator is cut, in %1", in);
        case AssemblyBasis::Names:
            return phrase("by names and shapes in %1", in);
        case AssemblyBasis::Said:
            return phrase("as the pairing file says, in %1", in);
        case AssemblyBasis::Recorded:
            return phrase("as their files say, in %1", in);
        case AssemblyBasis::Values:
            break;
        }
        if (assembly.isByNames)
            return phrase("by names, and found by values, in %1", in);
        if (assembly.isAgainstNames)
            return phrase("found by values, otherwise than names say, in %1", in);
        return assembly.isOfStatistics ? phrase("found by statistics in %1", in)
                                       : phrase("found by values in %1", in);
    };
    const Message where = assembly.isOfGolden ? phrase("golden is cut: %1", placed()) : placed();
    const Message kind = assemblyName(assembly.kind);
    Message what = assembly.axis ? phrase("%1: %2, axis %3", where, kind, *assembly.axis)
                                 : phrase("%1: %2", where, kind);
    if (!assembly.padding)
        return what;
    const auto [first, last, areOfParts] = *assembly.padding;
    return areOfParts != assembly.isOfGolden
        ? phrase("%1; rows %2 to %3 of the target are padding, which golden has not", what, first, last)
        : phrase("%1; rows %2 to %3 of golden are padding, which the target has not", what, first, last);
}

Result<std::vector<float>> valuesOf(const TensorStore& store, TensorId id, TaskContext& task)
{
    return readElements<float>(store, id, toFloat, task);
}

Result<std::vector<float>> valuesOf(const TensorView& view, TaskContext& task)
{
    return readElements<float>(view, toFloat, task);
}

Result<std::vector<float>> assembled(const Assembly& assembly, const TensorStore& target, TaskContext& task)
{
    if (!assembly.isAdded())
        return placeParts(
            assembly, target, std::numeric_limits<float>::quiet_NaN(), toFloat,
            [](float& to, float from) { to = from; }, task);
    const float scale
        = assembly.kind == AssemblyKind::Mean ? 1.0F / static_cast<float>(assembly.parts.size()) : 1.0F;
    return placeParts(
        assembly, target, 0.0F, toFloat, [scale](float& to, float from) { to = to + from * scale; }, task);
}

std::vector<bool> coveredElements(const Assembly& assembly, const DumpIndex& target)
{
    std::vector<bool> isCovered(elementCount(assembly.shape).value_or(0), false);
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number)
        placePart(
            assembly, number, target, [&](std::size_t golden, std::size_t) { isCovered[golden] = true; });
    return isCovered;
}

Result<TensorView> onlyElements(const TensorView& view, const std::vector<bool>& isOne, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    if (stream.count() != isOne.size())
        return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
    if (isSubByte(view.dtype)) { // elements are not whole bytes
        TRY_ASSIGN(const std::vector<float> values, valuesOf(view, task));
        std::vector<float> kept;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (isOne[i])
                kept.push_back(values[i]);
        }
        const auto bytes = std::as_bytes(std::span(kept));
        return makeDenseView(DType::Float32, {static_cast<std::int64_t>(kept.size())},
            Bytes::fromVector(std::vector(bytes.begin(), bytes.end())));
    }
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
        void add(double own, double other)
        {
            error += (own - other) * (own - other);
            size += other * other;
        }
        [[nodiscard]] double relative() const
        {
            if (std::isnan(error)) // of what is not finite on one side
                return std::numeric_limits<double>::infinity();
            return size > 0 ? std::sqrt(error / size)
                : error > 0 ? std::numeric_limits<double>::infinity()
                            : 0;
        }
    };
    Sums whole;
    for (std::size_t i = 0; i < golden.size(); ++i) {
        if (isCovered[i])
            whole.add(made[i], golden[i]);
    }
    assembly.error = whole.relative();
    assembly.coverage = static_cast<double>(std::ranges::count(isCovered, true))
        / static_cast<double>(std::max<std::size_t>(isCovered.size(), 1));
    double most = -1;
    assembly.worst = 0;
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        AssemblyPart& part = assembly.parts[number];
        Sums own;
        if (assembly.partsUsed() > 1)
            placePart(assembly, number, target,
                [&](std::size_t place, std::size_t) { own.add(made[place], golden[place]); });
        part.error = assembly.partsUsed() > 1 ? own.relative() : assembly.error;
        if (part.error > most) {
            most = part.error;
            assembly.worst = number;
        }
    }
}

Result<void> measureSharedPlaces(
    Assembly& assembly, const std::vector<float>& golden, const TensorStore& target, TaskContext& task)
{
    std::set<std::int32_t> places;
    std::size_t held = 0;
    for (const AssemblyPart& part : assembly.parts) {
        for (const std::int32_t place : part.places) {
            held += place >= 0 ? 1 : 0;
            places.insert(std::max(place, -1));
        }
    }
    places.erase(-1);
    const bool hasTokens = std::ranges::any_of(
        assembly.parts, [](const AssemblyPart& part) { return part.tokens != nullptr; });
    if (assembly.parts.size() < 2 || assembly.isAdded() || held == places.size() || hasTokens)
        return {};
    for (AssemblyPart& part : assembly.parts) {
        Assembly alone = assembly;
        alone.parts = {part};
        const auto made = assembled(alone, target, task);
        if (!made && made.error().code == Code::Cancelled)
            return fail(made.error());
        if (!made || made->size() != golden.size())
            continue;
        measureAssembly(alone, *made, golden, coveredElements(alone, target.index()), target.index());
        part.error = alone.error;
    }
    const auto farthest = std::ranges::max_element(assembly.parts, {}, &AssemblyPart::error);
    assembly.worst = static_cast<std::size_t>(std::distance(assembly.parts.begin(), farthest));
    return {};
}

Result<bool> measureByValues(Assembly& assembly, TensorId golden, const TensorStore& target,
    const TensorStore& goldenStore, TaskContext& task)
{
    const auto values = valuesOf(goldenStore, golden, task);
    if (!values && values.error().code == Code::Cancelled)
        return fail(values.error());
    if (!values)
        return false;
    double most = -1;
    std::size_t farthest = 0;
    const std::size_t replicas = assembly.isOfReplicas() ? assembly.parts.size() : 1;
    for (std::size_t first = 0; first < replicas; ++first) {
        std::swap(assembly.parts.front(), assembly.parts[first]);
        const auto made = assembled(assembly, target, task);
        if (!made && made.error().code == Code::Cancelled)
            return fail(made.error());
        if (!made || made->size() != values->size())
            return false;
        measureAssembly(assembly, *made, *values, coveredElements(assembly, target.index()), target.index());
        std::swap(assembly.parts.front(), assembly.parts[first]); // with its error
        if (assembly.error > most)
            std::tie(most, farthest) = std::pair(assembly.error, first);
    }
    std::swap(assembly.parts.front(), assembly.parts[farthest]);
    assembly.error = most;
    if (!assembly.isOfReplicas())
        TRY_VOID(measureSharedPlaces(assembly, *values, target, task));
    return true;
}

} // namespace dumpscope::core
