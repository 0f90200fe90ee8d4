// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/layout_resolution.h"
#include "tensor/logical_choice.h"

#include "tensor/format_axes.h"

namespace dumpscope::core {

namespace {

Result<DeviceGeometry> permuted(const StorageLayout& storage, std::span<const std::int64_t> logicalShape)
{
    const std::string_view stored = axesOf(storage.format);
    const std::string_view logical = axesOf(storage.logicalFormat);
    Shape expected;
    for (const char letter : stored)
        expected.push_back(logicalShape[logical.find(letter)]);
    if (!storage.storageShape.empty() && storage.storageShape != expected)
        return fail(Code::BadShape,
            phrase("%1 shape %2 does not belong to %3 shape %4", stored, shapeText(storage.storageShape),
                logical, shapeText(logicalShape)));
    const std::vector<std::int64_t> strides = denseStrides(expected);
    std::vector<BlockedAxis> axes;
    for (std::size_t i = 0; i < logical.size(); ++i)
        axes.push_back(BlockedAxis::plain(
            static_cast<std::uint64_t>(logicalShape[i]), strides[stored.find(logical[i])]));
    return DeviceGeometry {std::move(expected), BlockedLayout(std::move(axes), 0)};
}

} // namespace

Result<DeviceGeometry> resolveLayout(
    const StorageLayout& storage, DType dtype, std::span<const std::int64_t> logicalShape)
{
    const auto count = elementCount(logicalShape);
    if (!count || logicalShape.size() > kMaxRank)
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(logicalShape)));
    if (isDeviceFormat(storage.format)) {
        MemoryFormat logicalFormat = storage.logicalFormat;
        if (logicalFormat == MemoryFormat::Unspecified) {
            TRY_ASSIGN(const LogicalChoice choice, chooseLogicalFormat(storage, dtype, logicalShape, {}));
            logicalFormat = choice.format;
        }
        const GeometryRequest request {
            storage.format, dtype, storage.groups, storage.c0, storage.storageShape};
        return fittingGeometry(request, logicalFormat, logicalShape);
    }
    if (isPermutation(storage.format, storage.logicalFormat, logicalShape.size()))
        return permuted(storage, logicalShape);
    if (!storage.storageShape.empty() && elementCount(storage.storageShape) != count)
        return fail(Code::BadShape,
            phrase("stored shape %1 and logical shape %2 hold different numbers of elements",
                shapeText(storage.storageShape), shapeText(logicalShape)));
    Shape shape = storage.storageShape;
    if (shape.empty())
        shape.assign(logicalShape.begin(), logicalShape.end());
    return DeviceGeometry {std::move(shape), BlockedLayout::dense(*count)};
}

} // namespace dumpscope::core
