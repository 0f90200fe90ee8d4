// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/slice.h"

#include <vector>

namespace dumpscope::core {

/// Two axes of a tensor with all others fixed: what heatmaps and tables show. Nothing is copied.
struct PlaneSpec {
    std::size_t rowAxis = 0;
    std::size_t columnAxis = 1;             ///< equal to rowAxis: a vector shown as one row
    std::vector<std::int64_t> fixedIndices; ///< per axis; the entries of the shown axes are ignored
};

/// A plane reduced to blocks of `block` x `block` cells: min, max, mean over finite elements and
/// whether the block holds NaN, +Inf, -Inf. Level 0 has block 1. Row-major.
struct PyramidLevel {
    std::uint32_t block = 1;
    std::uint64_t rows = 0, columns = 0;
    std::vector<float> min, max, mean; ///< NaN where a block has no finite element
    std::vector<std::uint8_t> flags;   ///< bit 0 NaN, 1 +Inf, 2 -Inf
};

enum PyramidFlag : std::uint8_t { kHasNan = 1, kHasPosInf = 2, kHasNegInf = 4 };

/// Reduces the plane to the first power-of-two block size where neither side exceeds `maxSide`,
/// and to every coarser level. One pass over the elements; no single non-finite element is lost.
[[nodiscard]] Result<std::vector<PyramidLevel>> buildPyramid(
    const ElementStream& stream, const PlaneSpec& plane, std::uint64_t maxSide, TaskContext& task);

/// Values of a window of the plane as float64, row-major (`rows` x `columns`).
[[nodiscard]] Result<std::vector<double>> readPlaneWindow(const ElementStream& stream, const PlaneSpec& plane,
    std::uint64_t firstRow, std::uint64_t rows, std::uint64_t firstColumn, std::uint64_t columns);

/// Rows and columns of the plane.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> planeSize(
    std::span<const std::int64_t> shape, const PlaneSpec& plane);

} // namespace dumpscope::core
