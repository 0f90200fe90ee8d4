// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/format_change.h"

#include "io/byte_reader.h"
#include "tensor/format_axes.h"
#include "tensor/layout_resolution.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

std::string nameOf(MemoryFormat format)
{
    const std::string_view name = formatName(format);
    if (format == MemoryFormat::Unspecified)
        return "ND";
    return name.empty() ? std::to_string(static_cast<int>(format)) : std::string(name);
}

std::string wideningNote(DType dtype, NpyWidening widening)
{
    const DTypeInfo& info = dtypeInfo(dtype);
    if (!info.npyDescr.empty())
        return {};
    const std::string descr(npyDescr(dtype, widening).substr(1));
    const bool keepsBits = widening == NpyWidening::RawBits || info.kind == DTypeClass::Opaque;
    return std::string(info.name) + (keepsBits ? " written as raw codes (" : " written as (") + descr + ")";
}

void addNote(std::string& notes, const std::string& note)
{
    notes += (notes.empty() || note.empty() ? "" : "; ") + note;
}

Result<ConvertedArray> finished(
    TensorView view, Order order, NpyWidening widening, std::string format, std::string note)
{
    std::string notes = wideningNote(view.dtype, widening);
    addNote(notes, note);
    TRY_ASSIGN(ElementStream elements, ElementStream::make(std::move(view), order));
    return ConvertedArray {std::move(elements), widening, std::move(format), std::move(notes)};
}

/// Axes order of the logical array; of arrays that do not say, the usual one for their rank.
MemoryFormat axesOrder(const TensorView& view, std::string& note)
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
    addNote(note, "taken as " + nameOf(assumed) + ", no format is recorded");
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

template<std::size_t size>
void scatterRun(std::byte* out, const std::byte* source, const BlockedLayout::Run& run)
{
    for (std::uint64_t i = 0; i < run.count; ++i)
        std::memcpy(
            out + (run.offset + static_cast<std::uint64_t>(run.stride) * i) * size, source + i * size, size);
}

auto scatterOf(std::uint32_t bytes)
{
    switch (bytes) {
    case 1:
        return scatterRun<1>;
    case 2:
        return scatterRun<2>;
    case 4:
        return scatterRun<4>;
    case 8:
        return scatterRun<8>;
    case 16:
        return scatterRun<16>;
    default:
        return scatterRun<5>;
    }
}

/// Puts the elements of a logical array where `layout` says; everything else is zero.
Result<std::vector<std::byte>> scattered(const ElementStream& elements, const BlockedLayout& layout,
    std::uint64_t targetCount, const std::stop_token& stop)
{
    constexpr std::uint64_t kStep = 1U << 16U;
    const std::uint32_t width = unpackedBytes(elements.dtype());
    std::uint64_t size = 0;
    std::vector<std::byte> out;
    try {
        if (checkedMul(targetCount, width, size))
            out.resize(size);
    } catch (const std::exception&) {
        size = 0;
    }
    if (size == 0 && targetCount > 0)
        return fail(Code::OutOfMemory, "no memory for " + std::to_string(targetCount) + " elements");
    const auto scatter = scatterOf(width);
    BlockedWalk walk(layout, 0);
    ElementStream::Scratch scratch;
    for (std::uint64_t first = 0; first < elements.count(); first += kStep) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, "cancelled");
        const ElementChunk chunk = elements.read(first, std::min(kStep, elements.count() - first), scratch);
        for (std::uint64_t done = 0; done < chunk.count;) {
            const BlockedLayout::Run run = walk.next(chunk.count - done);
            scatter(out.data(), chunk.data + done * width, run);
            done += run.count;
        }
    }
    TRY_VOID(elements.view().bytes.check());
    return out;
}

/// The logical array in memory.
Result<TensorView> gathered(TensorView view, const std::stop_token& stop)
{
    const DType dtype = view.dtype;
    const Shape shape = view.shape;
    if (isSubByte(dtype))
        return fail(Code::Unsupported, "several elements share a byte; their axes cannot be exchanged");
    TRY_ASSIGN(const ElementStream logical, ElementStream::make(std::move(view), Order::Logical));
    TRY_ASSIGN(std::vector<std::byte> bytes,
        scattered(logical, BlockedLayout::dense(logical.count()), logical.count(), stop));
    return makeDenseView(dtype, shape, Bytes::fromVector(std::move(bytes)));
}

Result<ConvertedArray> toDevice(
    TensorView view, MemoryFormat target, NpyWidening widening, std::string note, const std::stop_token& stop)
{
    const DType dtype = view.dtype;
    if (isSubByte(dtype))
        return fail(Code::Unsupported,
            "several elements share a byte; " + nameOf(target) + " cannot be made of them");
    StorageLayout layout;
    layout.format = target;
    layout.logicalFormat = axesOrder(view, note);
    layout.groups = target == MemoryFormat::FractalZ ? view.storage.groups : 1;
    TRY_ASSIGN(const DeviceGeometry geometry, resolveLayout(layout, dtype, view.shape));
    const auto count = elementCount(geometry.storageShape);
    if (!count)
        return fail(Code::BadShape, "shape " + shapeText(geometry.storageShape) + " is too large");
    TRY_ASSIGN(const ElementStream logical, ElementStream::make(std::move(view), Order::Logical));
    TRY_ASSIGN(std::vector<std::byte> bytes, scattered(logical, geometry.layout, *count, stop));
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
    std::string note;
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
        "no conversion from " + nameOf(view.storage.format) + " of rank " + std::to_string(view.shape.size())
            + " to " + nameOf(target));
}

} // namespace dumpscope::core
