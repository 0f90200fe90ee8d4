// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/non_finite.h"

#include "tensor/element_values.h"
#include "tensor/statistics_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

using kernel::kSubBlock;

constexpr std::uint64_t kPieceBytes = 1U << 20U; ///< so that stopping is quick

void append(NonFiniteCounts& counts, const NonFiniteCounts& later)
{
    counts.nan += later.nan;
    counts.posInf += later.posInf;
    counts.negInf += later.negInf;
    if (!counts.first)
        counts.first = later.first;
}

/// At most kSubBlock elements.
NonFiniteCounts countRun(const ElementChunk& chunk)
{
    const auto count = static_cast<std::size_t>(chunk.count);
    const kernel::Kernels& kernels = kernel::vectorKernels();
    NonFiniteCounts counts;
    const auto element = kernelElement(chunk.dtype);
    if (element) {
        kernel::Scan scan;
        kernels.scan(*element, chunk.data, count, scan);
        if (kernel::allFinite(*element, scan))
            return counts;
    }
    std::array<double, kSubBlock> values;
    if (element)
        kernels.decode(*element, chunk.data, count, values.data());
    else
        toMagnitudes(chunk, values.data());
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isfinite(values[i]))
            continue;
        if (!counts.first)
            counts.first = chunk.first + i;
        if (std::isnan(values[i]))
            ++counts.nan;
        else
            ++(values[i] > 0 ? counts.posInf : counts.negInf);
    }
    return counts;
}

} // namespace

bool canBeNonFinite(DType dtype)
{
    return dtypeInfo(dtype).hasValues && (isFloating(dtype) || isComplex(dtype));
}

Result<NonFiniteCounts> countNonFinite(const ElementStream& stream, TaskContext& task)
{
    NonFiniteCounts whole;
    if (!canBeNonFinite(stream.dtype()))
        return whole;
    const ElementStream pass = stream.forPass();
    const std::uint64_t count = stream.count();
    const std::uint64_t piece = kPieceBytes / unpackedBytes(stream.dtype());
    const auto pieces = static_cast<std::size_t>(count / piece + (count % piece != 0 ? 1 : 0));
    TRY_VOID(parallelMapReduce<NonFiniteCounts>(
        task.arena, pieces, 1, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<NonFiniteCounts> {
            NonFiniteCounts counts;
            ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * piece;
                const ElementChunk chunk = pass.read(first, std::min(piece, count - first), scratch);
                for (std::uint64_t done = 0; done < chunk.count; done += kSubBlock)
                    append(counts,
                        countRun(
                            subChunk(chunk, done, std::min<std::uint64_t>(kSubBlock, chunk.count - done))));
            }
            return counts;
        },
        [&whole](NonFiniteCounts&& counts) -> Result<void> {
            append(whole, counts);
            return {};
        }));
    TRY_VOID(stream.view().bytes.check());
    return whole;
}

} // namespace dumpscope::core
