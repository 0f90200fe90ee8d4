// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "table.h"

#include <memory>

namespace dumpscope::python {

/// An opened root.
struct OpenedDump {
    std::shared_ptr<const core::DumpIndex> index;
    Table tensors;
};

void defineDump(py::module_& module);

} // namespace dumpscope::python
