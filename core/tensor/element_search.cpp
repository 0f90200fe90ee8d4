// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_search.h"

#include "tensor/element_values.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kSearchPiece = 1U << 18; ///< so that stopping is quick
using kernel::kSubBlock;

/// Whether a run of at most kSubBlock elements is free of NaN and infinities, by its bits alone.
bool isSurelyFinite(const ElementChunk& run)
{
    const auto element = kernelElement(run.dtype);
    if (!element)
        return false;
    kernel::Scan scan;
    kernel::vectorKernels().scan(*element, run.data, static_cast<std::size_t>(run.count), scan);
    return kernel::allFinite(*element, scan);
}

/// First or last non-finite element of the chunk, as index inside it.
std::optional<std::uint64_t> nonFiniteIn(const ElementChunk& chunk, SearchDirection direction)
{
    const bool forward = direction == SearchDirection::Forward;
    const std::uint64_t runs = (chunk.count + kSubBlock - 1) / kSubBlock;
    std::array<double, kSubBlock> values;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const std::uint64_t first = (forward ? i : runs - 1 - i) * kSubBlock;
        const ElementChunk run
            = subChunk(chunk, first, std::min<std::uint64_t>(kSubBlock, chunk.count - first));
        if (isSurelyFinite(run))
            continue;
        toMagnitudes(run, values.data());
        for (std::uint64_t k = 0; k < run.count; ++k) {
            const std::uint64_t at = forward ? k : run.count - 1 - k;
            if (!std::isfinite(values[static_cast<std::size_t>(at)]))
                return first + at;
        }
    }
    return std::nullopt;
}

struct Sized {
    double size = 0;
    std::uint64_t index = 0;
};

bool isBefore(const Sized& a, const Sized& b)
{
    return a.size != b.size ? a.size > b.size : a.index < b.index;
}

/// The best `limit` of what it is given; the worst of them on top.
void keepBest(std::vector<Sized>& heap, const Sized& sized, std::size_t limit)
{
    if (heap.size() < limit) {
        heap.push_back(sized);
        std::push_heap(heap.begin(), heap.end(), isBefore);
    } else if (isBefore(sized, heap.front())) {
        std::pop_heap(heap.begin(), heap.end(), isBefore);
        heap.back() = sized;
        std::push_heap(heap.begin(), heap.end(), isBefore);
    }
}

} // namespace

Result<std::optional<std::uint64_t>> findNonFinite(
    const ElementStream& stream, std::uint64_t from, SearchDirection direction, TaskContext& task)
{
    const bool forward = direction == SearchDirection::Forward;
    if (!canBeNonFinite(stream.dtype()) || stream.count() == 0 || (forward && from >= stream.count()))
        return std::optional<std::uint64_t> {};
    // The elements still to be looked at.
    std::uint64_t begin = forward ? from : 0;
    std::uint64_t end = forward ? stream.count() : std::min(from, stream.count() - 1) + 1;
    const ElementStream pass = stream.forPass();
    ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
    task.progress.setTotal(end - begin);
    while (begin < end) {
        TRY_VOID(task.checkStop());
        const std::uint64_t count = std::min(kSearchPiece, end - begin);
        const std::uint64_t first = forward ? begin : end - count;
        const auto hit = nonFiniteIn(pass.read(first, count, scratch), direction);
        if (hit) {
            TRY_VOID(stream.view().bytes.check());
            return std::optional(first + *hit);
        }
        (forward ? begin : end) = forward ? first + count : first;
        task.progress.advance(count);
    }
    TRY_VOID(stream.view().bytes.check());
    return std::optional<std::uint64_t> {};
}

Result<std::vector<std::uint64_t>> largestElements(
    const ElementStream& stream, std::size_t count, TaskContext& task)
{
    std::vector<Sized> best;
    if (count == 0 || !dtypeInfo(stream.dtype()).hasValues)
        return std::vector<std::uint64_t> {};
    const ElementStream pass = stream.forPass();
    TRY_VOID(parallelMapReduce<std::vector<Sized>>(
        task.arena, static_cast<std::size_t>(stream.count()), kSearchPiece, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<std::vector<Sized>> {
            std::vector<Sized> part;
            ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
            std::array<double, kSubBlock> values;
            const ElementChunk chunk = pass.read(begin, end - begin, scratch);
            for (std::uint64_t first = 0; first < chunk.count; first += kSubBlock) {
                const ElementChunk run
                    = subChunk(chunk, first, std::min<std::uint64_t>(kSubBlock, chunk.count - first));
                toMagnitudes(run, values.data());
                for (std::size_t i = 0; i < run.count; ++i) {
                    if (std::isfinite(values[i]))
                        keepBest(part, {std::fabs(values[i]), begin + first + i}, count);
                }
            }
            return part;
        },
        [&](std::vector<Sized>&& part) -> Result<void> {
            for (const Sized& sized : part)
                keepBest(best, sized, count);
            return {};
        }));
    TRY_VOID(stream.view().bytes.check());
    std::sort(best.begin(), best.end(), isBefore);
    std::vector<std::uint64_t> indices(best.size());
    std::transform(best.begin(), best.end(), indices.begin(), [](const Sized& sized) { return sized.index; });
    return indices;
}

} // namespace dumpscope::core
