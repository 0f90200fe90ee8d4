// SPDX-License-Identifier: GPL-3.0-or-later
#include "array_side.h"

#include "errors.h"

#include "model/array_dump.h"

#include <pybind11/stl.h>

namespace dumpscope::python {

namespace {

/// Keeps the memory of an array alive; it may be let go by any thread.
class ArrayOwner final : public core::ByteOwner {
public:
    explicit ArrayOwner(const py::buffer& array)
        : m_buffer(std::make_unique<py::buffer_info>(array.request()))
    {
    }
    ~ArrayOwner() override
    {
        if (Py_IsInitialized() == 0) {
            static_cast<void>(m_buffer.release()); // the interpreter is gone, and the array with it
            return;
        }
        const py::gil_scoped_acquire held;
        m_buffer.reset();
    }
    ArrayOwner(const ArrayOwner&) = delete;
    ArrayOwner& operator=(const ArrayOwner&) = delete;
    [[nodiscard]] core::ByteSpan span() const
    {
        return {static_cast<const std::byte*>(m_buffer->ptr),
            static_cast<std::size_t>(m_buffer->size * m_buffer->itemsize)};
    }

private:
    std::unique_ptr<py::buffer_info> m_buffer;
};

core::NamedArray namedArray(const py::tuple& entry)
{
    core::NamedArray named;
    named.name = entry[0].cast<std::string>();
    named.opName = entry[1].cast<std::string>();
    named.io = core::ioFromWord(entry[2].cast<std::string>()).value_or(core::Io::Output);
    named.slot = entry[3].cast<std::int32_t>();
    const auto typeName = entry[4].cast<std::string>();
    auto shape = entry[5].cast<core::Shape>();
    const auto owner = std::make_shared<const ArrayOwner>(entry[6].cast<py::buffer>());
    const auto dtype = core::dtypeFromName(typeName);
    const auto bytes
        = dtype ? core::storedBytes(*dtype, core::elementCount(shape).value_or(0)) : std::nullopt;
    if (!dtype || bytes != owner->span().size())
        throw CoreFailure(core::makeError(core::Code::Unsupported,
            core::phrase("arrays of type %1 cannot be compared", typeName), {.file = named.name}));
    named.view = core::makeDenseView(*dtype, std::move(shape), core::Bytes(owner->span(), owner));
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
