// SPDX-License-Identifier: GPL-3.0-or-later
#include "array_plan.h"
#include "comparison.h"
#include "config.h"
#include "dump.h"
#include "errors.h"
#include "graph.h"
#include "memory_buffer.h"
#include "table.h"
#include "tensor.h"
#include "values.h"
#include "work.h"

#include <pybind11/pybind11.h>

/// What the package `dumpscope` is made of. Not for users: names may change.
PYBIND11_MODULE(_core, module)
{
    using namespace dumpscope::python;
    module.doc() = "The core of Dumpscope; use the package dumpscope.";
    module.attr("version") = DUMPSCOPE_VERSION;
    defineErrors(module);
    defineValues(module);
    defineMemoryBuffer(module);
    defineArrayPlan(module);
    defineTable(module);
    defineTensor(module);
    defineDump(module);
    defineComparison(module);
    defineGraph(module);
    defineConfig(module);
    watchForks();
}
