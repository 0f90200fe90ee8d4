// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/format_change.h"

#include "tensor/format_axes.h"
#include "tensor/layout_resolution.h"
#include "tensor/scatter.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::string nameOf(MemoryFormat format)
{
    const std::string_view name = formatName(format);
    if (format == MemoryFormat::Unspecified)
        return "ND";
    return name.empty() ? std::to_string(static_cast<int>(format)) : std::string(name);
}

void addNote(Message& notes, const Message& note)
{
    notes = joined(std::array {notes, note});
}

Result<ConvertedArray> finished(
    TensorView view, Order order, NpyWidening widening, std::string format, Message note)
{
    TRY_ASSIGN(ElementStream elements, ElementStream::make(std::move(view), order));
    return ConvertedArray {std::move(elements), widening, std::move(format), std::move(note)};
}

/// Axes order of the logical array; of arrays that do not say, the usual one for their rank.
MemoryFormat axesOrder(const TensorView& view, Message& note)
{
    const MemoryFormat recorded = view.storage.logicalFormat;
    if (axesOf(recorded).size() == view.shape.size())
        return recorded;
    if (axesOf(view.storage.format).size() == view.shape.size())
        return view.storage.format;
    const std::size_t rank = view.shape.size();
    if (rank != 4 && rank != 5)
        return MemoryFormat::ND;
    const MemoryFormat assumed = rank == 4 ? MemoryFormat::NCHW : MemoryFormat::NCDHW;
    addNote(note, phrase("taken as %1, no format is recorded", nameOf(assumed)));
    return assumed;
}

/// The same array under other names of its axes; the elements stay where they are.
TensorView withAxes(TensorView view, MemoryFormat from, MemoryFormat to)
{
    Shape shape;
    for (const char letter : axesOf(to))
        shape.push_back(view.shape[axesOf(from).find(letter)]);
    if (!view.isRearranged()) {
        view.storage.format = from;
        view.storage.storageShape = view.shape;
    }
    view.storage.logicalFormat = to;
    view.shape = std::move(shape);
    return view;
}

bool haveSameAxes(MemoryFormat a, MemoryFormat b)
{
    const std::string_view axes = axesOf(a);
    return !axes.empty() && std::is_permutation(axes.begin(), axes.end(), axesOf(b).begin(), axesOf(b).end());
}

/// The logical array in memory.
Result<TensorView> gathered(TensorView view, const std::stop_token& stop)
{
    const DType dtype = view.dtype;
    const Shape shape = view.shape;
    if (isSubByte(dtype))
        return fail(
            Code::Unsupported, phrase("several elements share a byte; their axes cannot be exchanged"));
    TRY_ASSIGN(const ElementStream logical, ElementStream::make(std::move(view), Order::Logical));
    TRY_ASSIGN(std::vector<std::byte> bytes, zeroElements(dtype, logical.count()));
    TRY_VOID(scatterElements(logical, BlockedLayout::dense(logical.count()), bytes, stop));
    return makeDenseView(dtype, shape, Bytes::fromVector(std::move(bytes)));
}

Result<ConvertedArray> toDevice(
    TensorView view, MemoryFormat target, NpyWidening widening, Message note, const std::stop_token& stop)
{
    const DType dtype = view.dtype;
    if (isSubByte(dtype))
        return fail(Code::Unsupported,
            phrase("several elements share a byte; %1 cannot be made of them", nameOf(target)));
    StorageLayout layout;
    layout.format = target;
    layout.logicalFormat = axesOrder(view, note);
    layout.groups = target == MemoryFormat::FractalZ ? view.storage.groups : 1;
    TRY_ASSIGN(const DeviceGeometry geometry, resolveLayout(layout, dtype, view.shape));
    const auto count = elementCount(geometry.storageShape);
    if (!count)
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(geometry.storageShape)));
    TRY_ASSIGN(const ElementStream logical, ElementStream::make(std::move(view), Order::Logical));
    if (!isReasonablePadding(*count, logical.count(), unpackedBytes(dtype)))
        return fail(
            Code::Limit, phrase("%1 would pad %2 elements to %3", nameOf(target), logical.count(), *count));
    TRY_ASSIGN(std::vector<std::byte> bytes, zeroElements(dtype, *count));
    TRY_VOID(scatterElements(logical, geometry.layout, bytes, stop));
    return finished(makeDenseView(dtype, geometry.storageShape, Bytes::fromVector(std::move(bytes))),
        Order::Storage, widening, nameOf(target), std::move(note));
}

} // namespace

Result<ConvertedArray> arrangeArray(TensorView view, Order order, NpyWidening widening)
{
    const bool undone = order == Order::Logical && view.isRearranged();
    std::string format = nameOf(undone ? view.storage.logicalFormat : view.storage.format);
    return finished(std::move(view), order, widening, std::move(format), {});
}

Result<ConvertedArray> changeFormat(
    TensorView view, MemoryFormat target, NpyWidening widening, std::stop_token stop)
{
    if (target == view.storage.format)
        return finished(std::move(view), Order::Storage, widening, nameOf(target), {});
    if (target == MemoryFormat::ND || target == MemoryFormat::Unspecified)
        return finished(std::move(view), Order::Logical, widening, nameOf(MemoryFormat::ND), {});
    Message note;
    if (isDeviceFormat(target))
        return toDevice(std::move(view), target, widening, std::move(note), stop);
    const MemoryFormat from = axesOrder(view, note);
    if (target == from)
        return finished(std::move(view), Order::Logical, widening, nameOf(target), std::move(note));
    if (haveSameAxes(from, target)) {
        // Tiles belong to the last two axes, whatever they are called.
        if (isTiledMatrix(view.storage.format)) {
            TRY_ASSIGN(view, gathered(std::move(view), stop));
        }
        return finished(withAxes(std::move(view), from, target), Order::Logical, widening, nameOf(target),
            std::move(note));
    }
    return fail(Code::Unsupported,
        phrase("no conversion from %1 of rank %2 to %3", nameOf(view.storage.format), view.shape.size(),
            nameOf(target)));
}

} // namespace dumpscope::core
