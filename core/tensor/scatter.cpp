// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/scatter.h"

#include "io/byte_reader.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

template<std::size_t size>
void scatterRun(std::byte* out, const std::byte* source, const BlockedLayout::Run& run)
{
    if (run.stride == 1) {
        std::memcpy(out + run.offset * size, source, run.count * size);
        return;
    }
    for (std::uint64_t i = 0; i < run.count; ++i)
        std::memcpy(
            out + (run.offset + static_cast<std::uint64_t>(run.stride) * i) * size, source + i * size, size);
}

auto scatterOf(std::uint32_t bytes)
{
    switch (bytes) {
    case 1:
        return scatterRun<1>;
    case 2:
        return scatterRun<2>;
    case 4:
        return scatterRun<4>;
    case 5:
        return scatterRun<5>;
    case 8:
        return scatterRun<8>;
    default:
        return scatterRun<16>;
    }
}

} // namespace

Result<std::vector<std::byte>> zeroElements(DType dtype, std::uint64_t count)
{
    std::uint64_t size = 0;
    try {
        if (checkedMul(count, unpackedBytes(dtype), size))
            return std::vector<std::byte>(size);
    } catch (const std::exception&) {
        size = 0;
    }
    return fail(Code::OutOfMemory, phrase("no memory for %1 elements", count));
}

bool isReasonablePadding(std::uint64_t padded, std::uint64_t elements, std::uint32_t elementBytes)
{
    constexpr std::uint64_t kAlwaysFine = 256U << 20U; ///< bytes
    constexpr std::uint64_t kRatio = 32;
    return padded / kRatio <= elements || padded <= kAlwaysFine / elementBytes;
}

Result<void> scatterElements(const ElementStream& elements, const BlockedLayout& layout,
    std::span<std::byte> out, const std::stop_token& stop)
{
    constexpr std::uint64_t kStep = 1U << 16U;
    const std::uint32_t width = unpackedBytes(elements.dtype());
    const auto scatter = scatterOf(width);
    BlockedWalk walk(layout, 0);
    ElementStream::Scratch scratch;
    for (std::uint64_t first = 0; first < elements.count(); first += kStep) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const ElementChunk chunk = elements.read(first, std::min(kStep, elements.count() - first), scratch);
        for (std::uint64_t done = 0; done < chunk.count;) {
            const BlockedLayout::Run run = walk.next(chunk.count - done);
            scatter(out.data(), chunk.data + done * width, run);
            done += run.count;
        }
    }
    return elements.view().bytes.check();
}

} // namespace dumpscope::core
