// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/stream_pair.h"

#include "tensor/drop_behind.h"

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

void StreamPair::dropBehind(std::uint64_t first, std::uint64_t last) const
{
    dropBlocksBehind(m_target, first, last);
    dropBlocksBehind(m_golden, first, last);
}

} // namespace dumpscope::core
