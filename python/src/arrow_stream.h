// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/column_data.h"

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace dumpscope::python {

/// How texts lie in memory.
enum class TextForm {
    Large, ///< large_utf8, which every program takes
    Views, ///< utf8_view: equal texts may share memory; not every program takes it
};

/// The batches as an Arrow C stream in a PyCapsule "arrow_array_stream": integers as int64 or uint64, reals
/// as double, dimensions as large lists of int64; of these, and of views, nothing is copied again. Whoever
/// takes the stream owns the columns; it may be taken once.
[[nodiscard]] pybind11::object arrowStream(
    std::vector<std::string> names, std::vector<core::ColumnBatch> batches, TextForm texts);

} // namespace dumpscope::python
