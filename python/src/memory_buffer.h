// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <span>

namespace dumpscope::python {

/// Memory of the core for Python's buffer protocol, read-only. NumPy makes arrays over it, whatever release
/// of NumPy that is: nothing here is compiled against one.
struct MemoryBuffer {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> keeper; ///< of the bytes
};

void defineMemoryBuffer(pybind11::module_& module);

} // namespace dumpscope::python
