// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/slice.h"

#include <vector>

namespace dumpscope::core {

/// Two axes of a tensor with all others fixed, for heatmaps and tables.
struct PlaneSpec {
    std::size_t rowAxis = 0;
    std::size_t columnAxis = 1;             ///< equal to rowAxis: a vector shown as one row
    std::vector<std::int64_t> fixedIndices; ///< per axis, 0 if missing; ignored for the shown axes
};

/// What a block holds beside finite numbers.
enum BlockFlag : std::uint8_t { kHasNan = 1, kHasPosInf = 2, kHasNegInf = 4 };

/// Blocks of a plane's elements: min, max, mean over finite ones (those beyond float32 as its largest
/// number, complex ones by magnitude) and what else the block holds. Row-major.
struct PlaneBlocks {
    std::uint64_t rows = 0, columns = 0;
    std::vector<float> min, max, mean; ///< NaN where a block has no finite element
    std::vector<std::uint8_t> flags;   ///< BlockFlag
};

/// A rectangle of a plane's cells.
struct PlaneWindow {
    std::uint64_t firstRow = 0, firstColumn = 0;
    std::uint64_t rows = 0, columns = 0;
};

/// Reduces a window of the plane to blocks of `blockRows` x `blockColumns` elements, counted from the
/// window's first cell; in parallel, reading nothing outside the window. Errors: Code::Usage when the window
/// reaches beyond the plane or a block is empty, Code::Limit above 2^27 blocks, Code::Cancelled.
[[nodiscard]] Result<PlaneBlocks> reducePlaneWindow(const ElementStream& stream, const PlaneSpec& plane,
    const PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns, TaskContext& task);

/// Flat index of a cell among the elements of the stream. Errors: Code::Usage for a cell outside the plane.
[[nodiscard]] Result<std::uint64_t> planeElement(
    std::span<const std::int64_t> shape, const PlaneSpec& plane, std::uint64_t row, std::uint64_t column);

/// Values of a window of the plane as float64 (complex ones by magnitude), row-major (`rows` x `columns`).
/// Errors: Code::Usage when it reaches beyond the plane, Code::Limit above 2^27 cells.
[[nodiscard]] Result<std::vector<double>> readPlaneWindow(const ElementStream& stream, const PlaneSpec& plane,
    std::uint64_t firstRow, std::uint64_t rows, std::uint64_t firstColumn, std::uint64_t columns);

/// Rows and columns of the plane; 1 x 1 for 0-d, 0 x 0 for axes the shape does not have.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> planeSize(
    std::span<const std::int64_t> shape, const PlaneSpec& plane);

} // namespace dumpscope::core
