// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are fusion passes by session and graph.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("fusion-result", "fusion_result.json", data, size);
    return 0;
}
