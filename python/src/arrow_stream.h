// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/column_data.h"

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace dumpscope::python {

/// The batches as an Arrow C stream in a PyCapsule "arrow_array_stream", without copying them
/// again: integers as int64 or uint64, reals as double, texts as large_utf8, dimensions as large lists of
/// int64. Whoever takes the stream owns the columns; it may be taken once.
[[nodiscard]] pybind11::object arrowStream(
    std::vector<std::string> names, std::vector<core::ColumnBatch> batches);

} // namespace dumpscope::python
