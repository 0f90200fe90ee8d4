// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_buffer.h"

namespace dumpscope::python {

namespace py = pybind11;

void defineMemoryBuffer(py::module_& module)
{
    py::class_<MemoryBuffer>(module, "MemoryBuffer", py::buffer_protocol())
        .def_buffer([](MemoryBuffer& buffer) {
            static const std::byte none {};
            const std::byte* const begin = buffer.bytes.empty() ? &none : buffer.bytes.data();
            // The interface wants a pointer that could be written to; `readonly` forbids it.
            return py::buffer_info(const_cast<std::byte*>(begin), 1, "B", 1, // NOLINT
                {static_cast<py::ssize_t>(buffer.bytes.size())}, {py::ssize_t {1}}, true);
        });
}

} // namespace dumpscope::python
