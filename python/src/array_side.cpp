// SPDX-License-Identifier: GPL-3.0-or-later
#include "array_side.h"

#include "errors.h"

#include "model/array_dump.h"

#include <pybind11/numpy.h>

namespace dumpscope::python {

namespace {

/// Keeps an array alive; it may be let go by any thread.
class ArrayOwner final : public core::ByteOwner {
public:
    explicit ArrayOwner(py::array array)
        : m_array(std::move(array))
    {
    }
    ~ArrayOwner() override
    {
        if (Py_IsInitialized() == 0) {
            static_cast<void>(m_array.release()); // the interpreter is gone, and the array with it
            return;
        }
        const py::gil_scoped_acquire held;
        m_array = py::array();
    }
    ArrayOwner(const ArrayOwner&) = delete;
    ArrayOwner& operator=(const ArrayOwner&) = delete;

private:
    py::array m_array;
};

core::NamedArray namedArray(const py::tuple& entry)
{
    core::NamedArray named;
    named.name = entry[0].cast<std::string>();
    named.opName = entry[1].cast<std::string>();
    named.io = core::ioFromWord(entry[2].cast<std::string>()).value_or(core::Io::Output);
    named.slot = entry[3].cast<std::int32_t>();
    const auto typeName = entry[4].cast<std::string>();
    const auto array = entry[5].cast<py::array>();
    const auto dtype = core::dtypeFromName(typeName);
    if (!dtype || core::unpackedBytes(*dtype) != static_cast<std::uint64_t>(array.itemsize())
        || core::isSubByte(*dtype) || (array.flags() & py::array::c_style) == 0)
        throw CoreFailure(core::makeError(core::Code::Unsupported,
            core::phrase("arrays of type %1 cannot be compared", typeName), {.file = named.name}));
    core::Shape shape(array.shape(), array.shape() + array.ndim());
    const core::ByteSpan bytes(
        static_cast<const std::byte*>(array.data()), static_cast<std::size_t>(array.nbytes()));
    named.view = core::makeDenseView(
        *dtype, std::move(shape), core::Bytes(bytes, std::make_shared<const ArrayOwner>(array)));
    return named;
}

} // namespace

std::shared_ptr<const core::DumpIndex> indexOfArrays(const std::string& root, const py::list& arrays)
{
    std::vector<core::NamedArray> named;
    for (const py::handle entry : arrays)
        named.push_back(namedArray(entry.cast<py::tuple>()));
    // What lets arrays go takes the GIL.
    const py::gil_scoped_release released;
    return valueOf(core::dumpOfArrays(root, std::move(named)));
}

} // namespace dumpscope::python
