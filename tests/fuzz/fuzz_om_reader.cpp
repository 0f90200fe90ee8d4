// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_graph.h"

// The bytes are an offline model: a table of parts and a graph.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzGraph("om", "model.om", data, size);
    return 0;
}
