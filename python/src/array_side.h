// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

namespace dumpscope::python {

/// A dump of arrays in memory: `arrays` is a list of (name, operator, io, slot, dtype name, NumPy array). The
/// arrays are dense in C order and little-endian; they are kept alive, not copied, and must not change while
/// the dump is in use.
[[nodiscard]] std::shared_ptr<const core::DumpIndex> indexOfArrays(
    const std::string& root, const pybind11::list& arrays);

} // namespace dumpscope::python
