// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

namespace dumpscope::python {

void defineGraph(pybind11::module_& module);

} // namespace dumpscope::python
