// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/stream_pair.h"

namespace dumpscope::core {
namespace {

constexpr std::uint64_t kPieceBytes = 1U << 20;

} // namespace

std::size_t StreamPair::piecesOf(std::uint64_t blockElements) const
{
    const std::uint64_t bytes
        = blockElements * (unpackedBytes(m_target.dtype()) + unpackedBytes(m_golden.dtype()));
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, kPieceBytes / bytes));
}

StreamPair::Scratch& StreamPair::Scratch::ofThread()
{
    static thread_local Scratch scratch;
    return scratch;
}

} // namespace dumpscope::core
