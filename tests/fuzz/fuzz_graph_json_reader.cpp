// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_graph.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzGraph("graph-json", "graph.json", data, size);
    return 0;
}
