// SPDX-License-Identifier: GPL-3.0-or-later
#include "array_plan.h"

#include "work.h"

#include "tensor/flat_view.h"
#include "tensor/npy_writer.h"
#include "tensor/slice_reading.h"

#include <pybind11/stl.h>

#include <bit>
#include <cstring>

namespace dumpscope::python {

namespace {

static_assert(
    std::endian::native == std::endian::little, "types of NumPy are named for little-endian machines");

constexpr core::NpyWidening kWidening = core::NpyWidening::Float32;

std::size_t widthOf(const std::string& descr)
{
    return std::stoul(descr.substr(2));
}

/// Element strides of the bytes in the wanted order; nothing where they have to be gathered.
std::optional<std::vector<std::int64_t>> stridesIn(const core::TensorView& view, core::Order order)
{
    if (order == core::Order::Logical && view.isRearranged())
        return std::nullopt;
    return view.strides.empty() ? core::denseStrides(view.shapeIn(order)) : view.strides;
}

core::Slice sliceOf(const std::string& text, const core::Shape& shape)
{
    if (text.empty())
        return core::fullSlice(shape);
    auto parsed = core::parseSlice(text, shape);
    if (parsed)
        return std::move(*parsed);
    core::Error error = parsed.error();
    error.place.file = "slice";
    throw CoreFailure(std::move(error));
}

} // namespace

ArrayPlan ArrayPlan::make(const core::TensorView& view, const Request& request)
{
    core::Order order = request.order;
    auto stream = core::ElementStream::make(view, order);
    if (!stream && stream.error().code == core::Code::Truncated && request.isPartial) {
        order = core::Order::Storage;
        stream = core::ElementStream::make(valueOf(core::flatView(view)), order);
    }
    ArrayPlan plan(valueOf(std::move(stream)));
    const core::TensorView& whole = plan.m_stream.view();
    plan.m_slice = sliceOf(request.slice, plan.m_stream.shape());
    const core::DTypeInfo& info = core::dtypeInfo(whole.dtype);
    const bool isOwnType = request.keepsType && info.npyDescr.empty() && !core::isSubByte(whole.dtype);
    plan.m_descr = isOwnType ? std::string() : std::string(core::npyDescr(whole.dtype, kWidening));
    plan.m_width = isOwnType ? core::unpackedBytes(whole.dtype) : widthOf(plan.m_descr);
    const auto strides = stridesIn(whole, order);
    const bool isAsStored = isOwnType ? !whole.bigEndian : !info.npyDescr.empty();
    if (strides && isAsStored && plan.m_slice.count() > 0)
        plan.layOver(*strides);
    return plan;
}

void ArrayPlan::layOver(const std::vector<std::int64_t>& elementStrides)
{
    const core::TensorView& view = m_stream.view();
    const auto width = static_cast<std::int64_t>(m_width);
    if (view.bigEndian && m_descr.front() == '<')
        m_descr.front() = '>';
    m_offset = static_cast<std::int64_t>(view.strides.empty() ? 0 : view.firstElement) * width;
    m_strides.emplace();
    for (std::size_t i = 0; i < m_slice.axes.size(); ++i) {
        const core::Slice::Axis& axis = m_slice.axes[i];
        m_offset += axis.start * elementStrides[i] * width;
        if (!axis.dropped)
            m_strides->push_back(axis.step * elementStrides[i] * width);
    }
}

MemoryBuffer ArrayPlan::buffer() const
{
    const core::Bytes& bytes = m_stream.view().bytes;
    return {bytes.span(), bytes.owner()};
}

void ArrayPlan::copyInto(const py::buffer& array) const
{
    const py::buffer_info info = array.request(true);
    const std::uint64_t wanted = m_slice.count() * m_width;
    if (static_cast<std::uint64_t>(info.size * info.itemsize) != wanted)
        throw CoreFailure(core::makeError(core::Code::Usage,
            core::phrase("the array has %1 bytes, the elements have %2", info.size * info.itemsize, wanted)));
    auto* out = static_cast<std::byte*>(info.ptr);
    const bool isOwnType = m_descr.empty();
    Work().run([&](core::TaskContext& task) -> core::Result<void> {
        std::vector<std::byte> scratch;
        TRY_VOID(core::readSlice(
            m_stream, m_slice, task.stop, [&](const core::ElementChunk& chunk) -> core::Result<void> {
                const core::ByteSpan bytes = isOwnType ? core::ByteSpan(chunk.data, chunk.count * m_width)
                                                       : core::npyElements(chunk, kWidening, scratch);
                std::memcpy(out, bytes.data(), bytes.size());
                out += bytes.size();
                return {};
            }));
        return m_stream.view().bytes.check();
    });
}

void defineArrayPlan(py::module_& module)
{
    py::class_<ArrayPlan>(module, "ArrayPlan")
        .def_property_readonly("descr", &ArrayPlan::descr)
        .def_property_readonly("width", &ArrayPlan::width)
        .def_property_readonly(
            "shape", [](const ArrayPlan& plan) { return py::tuple(py::cast(plan.shape())); })
        .def_property_readonly("strides", &ArrayPlan::strides)
        .def_property_readonly("offset", &ArrayPlan::offset)
        .def_property_readonly("buffer", &ArrayPlan::buffer)
        .def("copy_into", &ArrayPlan::copyInto);
}

} // namespace dumpscope::python
