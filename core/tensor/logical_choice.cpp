// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/format_axes.h"
#include "tensor/layout_resolution.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Orders of axes an original shape may have, likeliest first.
std::vector<MemoryFormat> candidatesFor(MemoryFormat format, std::size_t rank)
{
    using enum MemoryFormat;
    const std::string_view stored = axesOf(format);
    if (stored.size() == 4)
        return {NCHW, NHWC, HWCN, CHWN};
    if (stored.size() == 5)
        return {NCDHW, NDHWC, DHWCN, DHWNC};
    switch (format) {
    case NDC1HWC0:
    case FractalZ3D:
        return {NCDHW, NDHWC, DHWCN};
    case FractalZ3DTranspose:
        return {DHWNC}; // the only documented source
    case FractalZ:
        if (rank == 2)
            return {ND, NCHW, NHWC, HWCN};
        [[fallthrough]];
    default:
        return {NCHW, NHWC, HWCN};
    }
}

/// The layout under one reading, or nothing if the shapes do not belong together.
std::optional<BlockedLayout> layoutAs(
    StorageLayout storage, DType dtype, std::span<const std::int64_t> shape, MemoryFormat logical)
{
    if (!isDeviceFormat(storage.format) && axesOf(logical).size() != shape.size())
        return std::nullopt;
    storage.logicalFormat = logical;
    auto geometry = resolveLayout(storage, dtype, shape);
    if (!geometry || (logical == storage.format && storage.storageShape != Shape(shape.begin(), shape.end())))
        return std::nullopt;
    return std::move(geometry->layout);
}

struct Fitting {
    std::vector<MemoryFormat> formats;
    bool agree = true; ///< every reading puts the elements in the same places
};

Fitting fittingAmong(const std::vector<MemoryFormat>& candidates, const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> shape)
{
    Fitting fitting;
    std::optional<BlockedLayout> first;
    for (const MemoryFormat candidate : candidates) {
        auto layout = layoutAs(storage, dtype, shape, candidate);
        if (!layout)
            continue;
        fitting.formats.push_back(candidate);
        if (!first)
            first = std::move(layout);
        else if (layout->axes() != first->axes())
            fitting.agree = false;
    }
    return fitting;
}

std::string joinedNames(const std::vector<MemoryFormat>& formats)
{
    std::string text;
    for (const MemoryFormat format : formats) {
        if (!text.empty())
            text += ", ";
        text += formatName(format);
    }
    return text;
}

LogicalChoice choiceAmong(const Fitting& found, std::optional<MemoryFormat> recorded, MemoryFormat fallback,
    const StorageLayout& storage)
{
    const std::vector<MemoryFormat>& fitting = found.formats;
    const auto has = [&](MemoryFormat format) {
        return std::find(fitting.begin(), fitting.end(), format) != fitting.end();
    };
    if (recorded && has(*recorded))
        return {*recorded, "recorded as " + std::string(formatName(*recorded)) + ", fits the device shape",
            false};
    const std::string ignored = recorded && !axesOf(*recorded).empty()
        ? "; the recorded " + std::string(formatName(*recorded)) + " does not fit"
        : std::string();
    const std::string device = "device shape " + shapeText(storage.storageShape);
    if (fitting.size() == 1)
        return {fitting.front(),
            "only " + std::string(formatName(fitting.front())) + " fits the " + device + ignored, false};
    const MemoryFormat taken = has(fallback) ? fallback : fitting.front();
    if (found.agree)
        return {taken, joinedNames(fitting) + " fit the " + device + " and mean the same" + ignored, false};
    return {taken,
        joinedNames(fitting) + " fit the " + device + ", " + std::string(formatName(taken)) + " was taken"
            + ignored,
        true};
}

LogicalChoice unchanged(MemoryFormat format, std::string reason)
{
    return {axesOf(format).empty() ? MemoryFormat::ND : format, std::move(reason), false};
}

} // namespace

Result<LogicalChoice> chooseLogicalFormat(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> originalShape, std::optional<MemoryFormat> recorded)
{
    const bool isDevice = isDeviceFormat(storage.format);
    const bool isPlain = !axesOf(storage.format).empty()
        && storage.storageShape.size() == axesOf(storage.format).size()
        && originalShape.size() == storage.storageShape.size();
    if (!isDevice && !isPlain)
        return unchanged(MemoryFormat::ND, "the format does not rearrange elements");
    if (isTiledMatrix(storage.format)) {
        const GeometryRequest request {
            storage.format, dtype, storage.groups, storage.c0, storage.storageShape};
        TRY_VOID(fittingGeometry(request, MemoryFormat::ND, originalShape).map([](auto&&) {}));
        return unchanged(recorded.value_or(MemoryFormat::ND), "the format tiles the last two dimensions");
    }

    std::vector<MemoryFormat> candidates = candidatesFor(storage.format, originalShape.size());
    if (recorded && std::find(candidates.begin(), candidates.end(), *recorded) == candidates.end())
        candidates.push_back(*recorded);
    const Fitting fitting = fittingAmong(candidates, storage, dtype, originalShape);
    if (!fitting.formats.empty())
        return choiceAmong(fitting, recorded, isPlain ? storage.format : candidates.front(), storage);
    return fail(Code::BadShape,
        std::string(formatName(storage.format)) + " device shape " + shapeText(storage.storageShape)
            + " does not belong to original shape " + shapeText(originalShape) + " in any order of axes");
}

} // namespace dumpscope::core
