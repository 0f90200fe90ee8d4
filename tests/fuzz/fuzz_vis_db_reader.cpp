// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_graph.h"

// The bytes are a database of msprobe.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzGraph("vis-db", "compare_1.vis.db", data, size);
    return 0;
}
