// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "query/cell.h"

#include <pybind11/pybind11.h>

#include <string_view>

namespace dumpscope::python {

namespace py = pybind11;

// Values of the core as objects of Python. All of it needs the GIL.

/// A str; what is not UTF-8 is percent-escaped, as in JSON.
[[nodiscard]] py::object textObject(std::string_view text);
/// A str as os.fsdecode gives it, so that it opens the same file.
[[nodiscard]] py::object pathObject(std::string_view path);
/// None, int, float or str; dimensions are a tuple.
[[nodiscard]] py::object cellObject(const core::Cell& cell, core::ColumnType type);
/// (form, (argument, ...)), where an argument is a str or again such a pair; a str for plain text.
[[nodiscard]] py::object messageObject(const core::Message& message);
/// `printable` and `without_controls` of core/base/text.h.
void defineValues(py::module_& module);

} // namespace dumpscope::python
