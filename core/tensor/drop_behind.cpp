// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/drop_behind.h"

#include <algorithm>

namespace dumpscope::core {
namespace {

constexpr std::uint64_t kLargeBytes = 64U << 20;
constexpr std::uint64_t kBlockBytes = 8U << 20;

/// Bytes of the stored tensor.
struct ByteRange {
    std::uint64_t begin = 0, end = 0;
};

/// Where the elements are; nothing for tensors that stay.
ByteRange droppableRange(const ElementStream& stream, std::uint64_t first, std::uint64_t last)
{
    const std::uint64_t size = stream.view().bytes.size();
    if (first >= last || !stream.isDirect() || size < kLargeBytes)
        return {};
    const ByteRange range {
        stream.byteOffset(first), stream.byteOffset(last - 1) + unpackedBytes(stream.dtype())};
    return range.end <= size ? range : ByteRange {};
}

void drop(const ElementStream& stream, ByteRange range)
{
    const Bytes& bytes = stream.view().bytes;
    if (range.begin < range.end)
        bytes.dropBehind(bytes.span().subspan(range.begin, range.end - range.begin));
}

} // namespace

void dropBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last)
{
    drop(stream, droppableRange(stream, first, last));
}

void dropBlocksBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last)
{
    const ByteRange range = droppableRange(stream, first, last);
    const auto blockBefore
        = [](std::uint64_t offset) { return std::max<std::uint64_t>(offset / kBlockBytes, 1) - 1; };
    drop(stream, {blockBefore(range.begin) * kBlockBytes, blockBefore(range.end) * kBlockBytes});
}

} // namespace dumpscope::core
