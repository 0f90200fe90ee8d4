// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_graph.h"

// The bytes are a ge.proto.GraphDef in text format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzGraph(
        "torchair-graph", "dynamo_original_graph_1_rank_0_pid_1_ts_20261123225930714713.txt", data, size);
    return 0;
}
