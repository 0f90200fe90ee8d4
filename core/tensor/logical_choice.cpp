// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/logical_choice.h"

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
        return {*recorded, phrase("recorded as %1, fits the device shape", formatName(*recorded)), false};
    const auto withIgnored = [&](Message reason) {
        const Message ignored = recorded && !axesOf(*recorded).empty()
            ? phrase("the recorded %1 does not fit", formatName(*recorded))
            : Message();
        return joined(std::array {std::move(reason), ignored});
    };
    const std::string device = shapeText(storage.storageShape);
    if (fitting.size() == 1)
        return {fitting.front(),
            withIgnored(phrase("only %1 fits the device shape %2", formatName(fitting.front()), device)),
            false};
    const MemoryFormat taken = has(fallback) ? fallback : fitting.front();
    if (found.agree)
        return {taken,
            withIgnored(phrase("%1 fit the device shape %2 and mean the same", joinedNames(fitting), device)),
            false};
    return {taken,
        withIgnored(phrase(
            "%1 fit the device shape %2, %3 was taken", joinedNames(fitting), device, formatName(taken))),
        true};
}

LogicalChoice unchanged(MemoryFormat format, Message reason)
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
        return unchanged(MemoryFormat::ND, phrase("the format does not rearrange elements"));
    if (isTiledMatrix(storage.format)) {
        const GeometryRequest request {
            storage.format, dtype, storage.groups, storage.c0, storage.storageShape};
        TRY_VOID(fittingGeometry(request, MemoryFormat::ND, originalShape).map([](auto&&) {}));
        return unchanged(
            recorded.value_or(MemoryFormat::ND), phrase("the format tiles the last two dimensions"));
    }

    std::vector<MemoryFormat> candidates = candidatesFor(storage.format, originalShape.size());
    if (recorded && std::find(candidates.begin(), candidates.end(), *recorded) == candidates.end())
        candidates.push_back(*recorded);
    const Fitting fitting = fittingAmong(candidates, storage, dtype, originalShape);
    if (!fitting.formats.empty())
        return choiceAmong(fitting, recorded, isPlain ? storage.format : candidates.front(), storage);
    return fail(Code::BadShape,
        phrase("%1 device shape %2 does not belong to original shape %3 in any order of axes",
            formatName(storage.format), shapeText(storage.storageShape), shapeText(originalShape)));
}

} // namespace dumpscope::core
