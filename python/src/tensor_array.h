// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_view.h"

#include <pybind11/pybind11.h>

#include <string>

namespace dumpscope::python {

namespace py = pybind11;

/// How the elements of a tensor become an array.
struct ArrayRequest {
    core::Order order = core::Order::Logical;
    std::string slice;      ///< as `show --slice`; empty: all
    bool isPartial = false; ///< of a truncated tensor the elements that are left, as a vector
    /// NumPy's type for the elements, as ml_dtypes has it for types that NumPy lacks; None: as npy files have
    /// it (core::NpyWidening::Float32).
    py::object extendedType = py::none();
};

/// A read-only array over the bytes of the view where they lie as NumPy wants them, which it keeps alive;
/// else a new array. A file that shrinks under the former reads as zeros from there on. Errors: those of
/// core::ElementStream and core::parseSlice, Code::ChangedWhileRead for a new array.
[[nodiscard]] py::object arrayOf(const core::TensorView& view, const ArrayRequest& request);

} // namespace dumpscope::python
