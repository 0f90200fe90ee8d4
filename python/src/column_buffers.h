// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/column_data.h"

#include <pybind11/pybind11.h>

namespace dumpscope::python {

/// A column for NumPy: (type, values, validity). Of numbers the type is one of NumPy and the values are a
/// MemoryBuffer; of texts (str) and dimensions (tuple) it is "O" and they are a list, None where absent. The
/// validity is a bit per row as a MemoryBuffer; None where all cells are there, and of objects.
[[nodiscard]] pybind11::tuple columnBuffers(core::ColumnData data);

} // namespace dumpscope::python
