// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "errors.h"

namespace dumpscope::python {

/// The values of one tensor: core::TensorView as `_core.View`.
void defineTensor(py::module_& module);

} // namespace dumpscope::python
