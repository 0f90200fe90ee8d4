// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/column_data.h"

#include <pybind11/pybind11.h>

namespace dumpscope::python {

/// A column as a NumPy array: int64, uint64 or float64, masked where cells are absent; texts (str) and
/// dimensions (tuple) as objects, None where they are absent.
[[nodiscard]] pybind11::object columnObject(const core::ColumnData& data);

} // namespace dumpscope::python
