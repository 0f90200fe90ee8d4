// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/plane.h"

#include "tensor/element_values.h"
#include "tensor/plane_geometry.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace dumpscope::core {
namespace {

/// Windows are for tables and pictures, not for whole tensors.
constexpr std::uint64_t kMaxWindowCells = 1U << 27;
constexpr std::uint64_t kPlanePiece = 1U << 14;

} // namespace

std::pair<std::uint64_t, std::uint64_t> planeSize(std::span<const std::int64_t> shape, const PlaneSpec& plane)
{
    if (shape.empty())
        return {1, 1};
    if (plane.rowAxis >= shape.size() || plane.columnAxis >= shape.size())
        return {0, 0};
    const auto columns = static_cast<std::uint64_t>(shape[plane.columnAxis]);
    if (plane.rowAxis == plane.columnAxis)
        return {1, columns};
    return {static_cast<std::uint64_t>(shape[plane.rowAxis]), columns};
}

Result<void> PlaneGeometry::check(const PlaneWindow& window) const
{
    if (window.firstRow > rows || window.rows > rows - window.firstRow || window.firstColumn > columns
        || window.columns > columns - window.firstColumn)
        return fail(Code::Usage, phrase("the window reaches beyond the plane"));
    return {};
}

Result<PlaneGeometry> planeGeometry(std::span<const std::int64_t> shape, const PlaneSpec& plane)
{
    PlaneGeometry geometry;
    if (shape.empty()) {
        geometry.rows = geometry.columns = 1;
        return geometry;
    }
    if (plane.rowAxis >= shape.size() || plane.columnAxis >= shape.size())
        return fail(Code::Usage, phrase("the tensor has %1 axes", shape.size()));
    std::tie(geometry.rows, geometry.columns) = planeSize(shape, plane);
    const std::vector<std::int64_t> strides = denseStrides(shape);
    geometry.columnStride = strides[plane.columnAxis];
    geometry.rowStride = strides[plane.rowAxis];
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (axis == plane.rowAxis || axis == plane.columnAxis)
            continue;
        const std::int64_t index = axis < plane.fixedIndices.size() ? plane.fixedIndices[axis] : 0;
        if (index < 0 || index >= shape[axis]) {
            return fail(Code::Usage, phrase("index %1 of axis %2 is not below %3", index, axis, shape[axis]));
        }
        geometry.first += static_cast<std::uint64_t>(index) * static_cast<std::uint64_t>(strides[axis]);
    }
    return geometry;
}

Result<std::uint64_t> planeElement(
    std::span<const std::int64_t> shape, const PlaneSpec& plane, std::uint64_t row, std::uint64_t column)
{
    TRY_ASSIGN(const PlaneGeometry geometry, planeGeometry(shape, plane));
    if (row >= geometry.rows || column >= geometry.columns)
        return fail(Code::Usage, phrase("the cell is outside the plane"));
    return geometry.at(row, column);
}

Result<std::vector<double>> readPlaneWindow(const ElementStream& stream, const PlaneSpec& plane,
    std::uint64_t firstRow, std::uint64_t rows, std::uint64_t firstColumn, std::uint64_t columns)
{
    TRY_ASSIGN(const PlaneGeometry geometry, planeGeometry(stream.shape(), plane));
    TRY_VOID(geometry.check({firstRow, firstColumn, rows, columns}));
    if (columns != 0 && rows > kMaxWindowCells / columns)
        return fail(Code::Limit, phrase("the window has more than %1 cells", kMaxWindowCells));
    std::vector<double> values(static_cast<std::size_t>(rows * columns));
    ElementStream::Scratch scratch;
    double* out = values.data();
    for (std::uint64_t row = firstRow; row < firstRow + rows; ++row) {
        for (std::uint64_t done = 0; done < columns; done += kPlanePiece) {
            const std::uint64_t count = std::min(kPlanePiece, columns - done);
            toMagnitudes(stream.readStrided(
                             geometry.at(row, firstColumn + done), geometry.columnStride, count, scratch),
                out);
            out += count;
        }
    }
    TRY_VOID(stream.view().bytes.check());
    return values;
}

} // namespace dumpscope::core
