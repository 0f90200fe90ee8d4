// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/plane.h"

namespace dumpscope::core {

/// A plane reduced to blocks of `block` x `block` elements.
struct PyramidLevel : PlaneBlocks {
    std::uint32_t block = 1;
};

enum PyramidFlag : std::uint8_t { kHasNan = 1, kHasPosInf = 2, kHasNegInf = 4 };

/// Reduces the plane to the first power-of-two block size where neither side exceeds `maxSide`, and to every
/// coarser level down to one cell. One pass over the elements in parallel, same bits for any number of
/// threads; no single non-finite element is lost. A plane without cells has one level without cells. Errors:
/// Code::Usage when the plane does not match the stream's shape or `maxSide` is 0; Code::Limit,
/// Code::Cancelled.
[[nodiscard]] Result<std::vector<PyramidLevel>> buildPyramid(
    const ElementStream& stream, const PlaneSpec& plane, std::uint64_t maxSide, TaskContext& task);

} // namespace dumpscope::core
