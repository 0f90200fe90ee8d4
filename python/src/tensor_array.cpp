// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor_array.h"

#include "work.h"

#include "tensor/flat_view.h"
#include "tensor/npy_writer.h"
#include "tensor/slice_reading.h"

#include <pybind11/numpy.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace dumpscope::python {

namespace {

static_assert(
    std::endian::native == std::endian::little, "types of NumPy are named for little-endian machines");

py::dtype dtypeOf(std::string descr, bool bigEndian)
{
    if (bigEndian && descr.front() == '<')
        descr.front() = '>';
    return py::dtype::from_args(py::str(descr));
}

/// NumPy's type for elements as they are stored; nothing where it has none.
std::optional<py::dtype> storedType(const core::TensorView& view, const ArrayRequest& request)
{
    const core::DTypeInfo& info = core::dtypeInfo(view.dtype);
    if (!info.npyDescr.empty())
        return dtypeOf(std::string(info.npyDescr), view.bigEndian);
    if (request.extendedType.is_none() || core::isSubByte(view.dtype) || view.bigEndian)
        return std::nullopt;
    return py::reinterpret_borrow<py::dtype>(request.extendedType);
}

/// Element strides of the bytes in the wanted order; nothing where they have to be gathered.
std::optional<std::vector<std::int64_t>> stridesIn(const core::TensorView& view, core::Order order)
{
    if (order == core::Order::Logical && view.isRearranged())
        return std::nullopt;
    return view.strides.empty() ? core::denseStrides(view.shapeIn(order)) : view.strides;
}

/// The slice of the bytes as they lie.
py::array overBytes(const core::TensorView& view, const core::Slice& slice,
    const std::vector<std::int64_t>& strides, const py::dtype& type)
{
    const auto width = static_cast<std::int64_t>(type.itemsize());
    auto offset = static_cast<std::int64_t>(view.strides.empty() ? 0 : view.firstElement);
    std::vector<py::ssize_t> shape, steps;
    for (std::size_t i = 0; i < slice.axes.size(); ++i) {
        const core::Slice::Axis& axis = slice.axes[i];
        if (axis.count > 0)
            offset += axis.start * strides[i];
        if (axis.dropped)
            continue;
        shape.push_back(axis.count);
        steps.push_back(axis.step * strides[i] * width);
    }
    auto kept = std::make_unique<core::Bytes>(view.bytes);
    const std::byte* const begin = kept->data() + offset * width;
    py::capsule owner(kept.get(), [](void* bytes) { delete static_cast<core::Bytes*>(bytes); });
    static_cast<void>(kept.release());
    py::array array(type, std::move(shape), std::move(steps), begin, owner);
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

/// A new array with the elements of the slice one after another.
py::array gathered(const core::ElementStream& stream, const core::Slice& slice, const ArrayRequest& request)
{
    const core::DType dtype = stream.dtype();
    const bool isExtended = !request.extendedType.is_none() && !core::isSubByte(dtype)
        && core::dtypeInfo(dtype).npyDescr.empty();
    const core::NpyWidening widening = core::NpyWidening::Float32;
    const py::dtype type = isExtended ? py::reinterpret_borrow<py::dtype>(request.extendedType)
                                      : dtypeOf(std::string(core::npyDescr(dtype, widening)), false);
    const core::Shape shape = slice.shape();
    py::array array(type, std::vector<py::ssize_t>(shape.begin(), shape.end()));
    auto* out = static_cast<std::byte*>(array.mutable_data());
    Work().run([&](core::TaskContext& task) -> core::Result<void> {
        std::vector<std::byte> scratch;
        TRY_VOID(core::readSlice(
            stream, slice, task.stop, [&](const core::ElementChunk& chunk) -> core::Result<void> {
                const core::ByteSpan bytes = isExtended
                    ? core::ByteSpan(chunk.data, chunk.count * core::unpackedBytes(dtype))
                    : core::npyElements(chunk, widening, scratch);
                std::memcpy(out, bytes.data(), bytes.size());
                out += bytes.size();
                return {};
            }));
        return stream.view().bytes.check();
    });
    return array;
}

} // namespace

py::object arrayOf(const core::TensorView& view, const ArrayRequest& request)
{
    core::TensorView whole = view;
    core::Order order = request.order;
    auto stream = core::ElementStream::make(whole, order);
    if (!stream && stream.error().code == core::Code::Truncated && request.isPartial) {
        whole = valueOf(core::flatView(view));
        order = core::Order::Storage;
        stream = core::ElementStream::make(whole, order);
    }
    if (!stream)
        throw CoreFailure(stream.error());
    core::Slice slice = core::fullSlice(stream->shape());
    if (!request.slice.empty()) {
        auto parsed = core::parseSlice(request.slice, stream->shape());
        if (!parsed) {
            core::Error error = parsed.error();
            error.place.file = "slice";
            throw CoreFailure(std::move(error));
        }
        slice = std::move(*parsed);
    }
    const auto type = storedType(whole, request);
    const auto strides = stridesIn(whole, order);
    if (type && strides && slice.count() > 0)
        return overBytes(whole, slice, *strides, *type);
    return gathered(*stream, slice, request);
}

} // namespace dumpscope::python
