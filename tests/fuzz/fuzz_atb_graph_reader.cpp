// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_graph.h"

// The bytes are a model or layer of ATB as JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzGraph("atb-graph", "Layer_1.json", data, size);
    return 0;
}
