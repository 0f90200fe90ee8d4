// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/stream_pair.h"

namespace dumpscope::core {
namespace {

constexpr std::uint64_t kPieceBytes = 1U << 20;
/// Files smaller than this may stay in memory until they are closed.
constexpr std::uint64_t kDropBytes = 64U << 20;

} // namespace

std::size_t StreamPair::piecesOf(std::uint64_t blockElements) const
{
    const std::uint64_t bytes
        = blockElements * (unpackedBytes(m_target.dtype()) + unpackedBytes(m_golden.dtype()));
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, kPieceBytes / bytes));
}

void StreamPair::dropBehind(std::uint64_t first, std::uint64_t last) const
{
    if (first >= last)
        return;
    for (const ElementStream* stream : {&m_target, &m_golden}) {
        const Bytes& bytes = stream->view().bytes;
        if (!stream->isDirect() || bytes.size() < kDropBytes)
            continue;
        const std::uint64_t from = stream->byteOffset(first);
        const std::uint64_t to = stream->byteOffset(last - 1) + unpackedBytes(stream->dtype());
        if (from < to && to <= bytes.size())
            bytes.dropBehind(bytes.span().subspan(from, to - from));
    }
}

} // namespace dumpscope::core
