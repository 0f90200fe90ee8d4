// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a value that SGLang saved. Deflate packs by 1032 at best, float8 widens by 4.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader(
        "sglang", "step=0___rank=0___dump_index=1___name=grad__x___layer_id=3.pt", data, size, 4 * 1040);
    return 0;
}
