// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/drop_behind.h"

namespace dumpscope::core {
namespace {

constexpr std::uint64_t kLargeBytes = 64U << 20;

} // namespace

void dropBehind(const ElementStream& stream, std::uint64_t first, std::uint64_t last)
{
    const Bytes& bytes = stream.view().bytes;
    if (first >= last || !stream.isDirect() || bytes.size() < kLargeBytes)
        return;
    const std::uint64_t from = stream.byteOffset(first);
    const std::uint64_t to = stream.byteOffset(last - 1) + unpackedBytes(stream.dtype());
    if (from < to && to <= bytes.size())
        bytes.dropBehind(bytes.span().subspan(from, to - from));
}

} // namespace dumpscope::core
