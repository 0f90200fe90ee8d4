// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/layout/tensor_views.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Elements of an assembly between two slices along `Assembly::along`.
[[nodiscard]] inline std::size_t elementsBehind(const Assembly& assembly)
{
    std::size_t behind = 1;
    for (std::size_t i = assembly.along + 1; i < assembly.shape.size(); ++i)
        behind *= static_cast<std::size_t>(assembly.shape[i]);
    return behind;
}

/// The elements of a tensor in C order, as `convert(chunk, T* out)` gives them. Errors: those of
/// ElementStream::make; Code::Cancelled.
template<typename T, typename Convert>
Result<std::vector<T>> readElements(const TensorView& view, const Convert& convert, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    std::vector<T> values(stream.count());
    for (std::uint64_t first = 0; first < stream.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, stream.count() - first);
        convert(stream.read(first, some, ElementStream::Scratch::ofThread()), values.data() + first);
    }
    TRY_VOID(view.bytes.check());
    return values;
}

/// The same; errors also those of TensorStore::open.
template<typename T, typename Convert>
Result<std::vector<T>> readElements(
    const TensorStore& store, TensorId id, const Convert& convert, TaskContext& task)
{
    TRY_ASSIGN(const TensorView view, store.open(id, task));
    return readElements<T>(view, convert, task);
}

/// Elements of a part as it is recorded, in the order in which it is read; -1: golden has an element there
/// that the part does not have. Empty: as they are.
[[nodiscard]] inline std::vector<std::int64_t> readingOrder(const AssemblyPart& part, const DumpIndex& target)
{
    Shape shape = squeezed(target.shape(target.tensor(part.id).shape));
    if (!part.tokens && std::ranges::is_sorted(part.axes))
        return {};
    std::vector<std::int64_t> order;
    if (part.tokens) {
        order = repaddedElements(*part.tokens, part.tokenAxes, shape);
        shape = repaddedShape(*part.tokens, part.tokenAxes, shape);
    } else {
        order.resize(elementCount(shape).value_or(0));
        std::iota(order.begin(), order.end(), std::int64_t {0});
    }
    return inOrderOf(part.axes, shape, order);
}

/// Calls `visit(golden, own)` with the places of each element that a part has, in C order of golden as it is
/// read and of the part as it is recorded. False: it has not as many as the assembly says.
template<typename Visit>
bool placePart(const Assembly& assembly, std::size_t number, const DumpIndex& target, const Visit& visit)
{
    const AssemblyPart& part = assembly.parts[number];
    const std::vector<std::int64_t> order = readingOrder(part, target);
    const std::size_t count
        = order.empty() ? elementCount(target.shape(target.tensor(part.id).shape)).value_or(0) : order.size();
    const std::size_t behind = elementsBehind(assembly), own = part.places.size();
    const auto slices = static_cast<std::size_t>(assembly.shape[assembly.along]);
    const std::size_t blocks
        = elementCount(assembly.shape).value_or(0) / std::max<std::size_t>(1, slices * behind);
    if (count != blocks * own * behind)
        return false;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t slice = 0; slice < own; ++slice) {
            if (part.places[slice] < 0)
                continue;
            const std::size_t from = (block * own + slice) * behind;
            const std::size_t to = (block * slices + static_cast<std::size_t>(part.places[slice])) * behind;
            for (std::size_t i = 0; i < behind; ++i) {
                if (order.empty())
                    visit(to + i, from + i);
                else if (order[from + i] >= 0)
                    visit(to + i, static_cast<std::size_t>(order[from + i]));
            }
        }
    }
    return true;
}

/// Golden's elements in its order: `empty`, and `put(T& to, T from)` for each of each part. Errors: as
/// `readElements`.
template<typename T, typename Convert, typename Put>
Result<std::vector<T>> placeParts(const Assembly& assembly, const TensorStore& target, T empty,
    const Convert& convert, const Put& put, TaskContext& task)
{
    std::vector<T> whole(elementCount(assembly.shape).value_or(0), empty);
    const DumpIndex& index = target.index();
    for (std::size_t number = 0; number < assembly.partsUsed(); ++number) {
        const TensorId id = assembly.parts[number].id;
        TRY_ASSIGN(const std::vector<T> values, readElements<T>(target, id, convert, task));
        const auto place = [&](std::size_t golden, std::size_t own) { put(whole[golden], values[own]); };
        if (values.size() != elementCount(index.shape(index.tensor(id).shape))
            || !placePart(assembly, number, index, place))
            return fail(Code::BadShape, phrase("a part of an assembly is not as it was"));
    }
    return whole;
}

} // namespace dumpscope::core
